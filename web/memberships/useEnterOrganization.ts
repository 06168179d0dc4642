import { useNavigate } from '@tanstack/react-router'
import { switchOrganization, useUser } from '../api/session.ts'

/** A page to open in another organization. It is in the state of the history, so that no link from outside can switch. */
export type Entering = { organization: number; to: string; search: Record<string, string> }

/** Leaves the page, which may ask about unsaved input, and switches from the page of organizations. */
export function useEnterOrganization() {
  const navigate = useNavigate()
  const isPending = useUser().organization.status === 'pending'
  return async (organization: number, to = '/', search: Record<string, string> = {}) => {
    // Until its set-up is finished, an organization has no other page.
    if (isPending) await switchOrganization(organization).then(() => navigate({ to }))
    // The router's type of the state has no field of ours.
    else await navigate({ to: '/organizations', state: { entering: { organization, to, search } } as never })
  }
}
