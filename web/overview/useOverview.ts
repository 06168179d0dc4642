import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/kit/resource.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import type { Id } from '../api/resource.ts'

/** What the page of a record shows in addition to the record; any write of the books invalidates it. */
export function useOverview<C extends Call>(call: C, id: Id) {
  return useQuery({
    queryKey: [call.path, 'overview', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: AnswerOf<C> }>(call, { params: { id }, signal })).data,
  })
}
