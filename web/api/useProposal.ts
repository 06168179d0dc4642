import type { Call } from '#contract/kit/resource.ts'
import type { AnswerOf } from './options.ts'
import { useFreshAnswer } from './useCallQuery.ts'

/** What the server would propose for a field of a new record. A proposal that does not come leaves the field empty: the form opens all the same. */
export function useProposal<C extends Call, Key extends keyof AnswerOf<C>>(
  call: C,
  key: Key,
): { isAwaited: boolean; proposed: AnswerOf<C>[Key] | '' } {
  const answer = useFreshAnswer(call)
  return { isAwaited: !answer.isFetchedAfterMount, proposed: answer.data?.[key] ?? '' }
}
