import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/kit/resource.ts'
import { request } from './client.ts'
import type { AnswerOf } from './options.ts'

/** A call that answers one thing: a statistic, a report, the organization. */
export function useAnswer<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery({
    queryKey: [call.path, 'answer', query],
    queryFn: async ({ signal }) => (await request<{ data: AnswerOf<C> }>(call, { query, signal })).data,
  })
}
