import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/kit/resource.ts'
import { askedOf } from './askedOf.ts'
import { request } from './client.ts'
import type { AnswerOf } from './options.ts'

/** A call that answers one thing: a statistic, a report, the organization. */
export function useCallQuery<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery(answerQuery(call, query))
}

/**
 * The initial data of a form: fetched when it opens, never from the cache that another page filled. A later refetch
 * does not change the form.
 */
export function useFreshAnswer<C extends Call>(call: C) {
  const answer = useQuery({ ...answerQuery(call, {}), staleTime: 0, gcTime: 0 })
  return { ...answer, data: answer.isFetchedAfterMount ? answer.data : undefined }
}

/** What the server would propose for a field of a new record. A proposal that does not come leaves the field empty: the form opens all the same. */
export function useProposal<C extends Call, Key extends keyof AnswerOf<C>>(call: C, key: Key) {
  const answer = useFreshAnswer(call)
  const proposed: AnswerOf<C>[Key] | '' = answer.data?.[key] ?? ''
  return { isAwaited: !answer.isFetchedAfterMount, proposed }
}

function answerQuery<C extends Call>(call: C, search: Record<string, unknown>) {
  const query = askedOf(call, search)
  return {
    queryKey: [call.path, 'answer', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request<{ data: AnswerOf<C> }>(call, { query, signal })).data,
  }
}
