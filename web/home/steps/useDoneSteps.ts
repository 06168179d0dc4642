import { useQuery } from '@tanstack/react-query'
import { users } from '#contract/access/people.ts'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import type { Call } from '#contract/kit/resource.ts'
import { organizationCalls } from '#contract/organization.ts'
import { customers } from '#contract/parties.ts'
import { type SharingSettings, sharingSettingCalls } from '#contract/sharing/settings.ts'
import { request } from '../../api/client.ts'
import type { ListedResource } from '../../api/resource.ts'
import { useCan } from '../../api/useCan.ts'

export type StepName = 'vat' | 'logo' | 'iban' | 'customer' | 'invoice' | 'e_invoicing' | 'invite'

/** The first steps that are done, as far as this person may know. */
export function useDoneSteps(): ReadonlySet<StepName> {
  const can = useCan()
  const maySet = can('update-setting')
  const organization = useAnswer<{ logo: string | null }>(organizationCalls.show, maySet)
  const sharing = useAnswer<SharingSettings>(sharingSettingCalls.show, maySet)
  const customerCount = useCount(customers, can('list-customer'))
  const userCount = useCount(users, can('list-user'))
  const done = new Set<StepName>()
  if (organization?.logo) done.add('logo')
  if ((sharing?.bank_accounts.length ?? 0) > 0) done.add('iban')
  if (customerCount > 0) done.add('customer')
  if (userCount > 1) done.add('invite')
  return done
}

/** As `useCallQuery` asks it, where this person may. */
function useAnswer<Answer>(call: Call, enabled: boolean): Answer | undefined {
  return useQuery({
    queryKey: [call.path, 'answer', {}],
    queryFn: async ({ signal }) => (await request<{ data: Answer }>(call, { query: {}, signal })).data,
    enabled,
  }).data
}

/** The number of records of a resource. Its key begins with the path of the list, so it is read again after one is created. */
function useCount(resource: ListedResource, enabled: boolean): number {
  const { data } = useQuery({
    queryKey: [resource.path, 'list', { per_page: 1 }],
    queryFn: ({ signal }) => request<ListAnswer<unknown>>(resource.calls.list, { query: { per_page: 1 }, signal }),
    enabled,
  })
  return data?.meta.total ?? 0
}
