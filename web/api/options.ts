import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Call } from '#contract/kit/resource.ts'
import { request } from './client.ts'

export type AnswerOf<C extends Call> = C extends { answer: infer A extends z.ZodType } ? z.output<A> : unknown
const cachedForMs = 3_600_000

/** An option list, cached for an hour. A write to the same resource invalidates it. */
export function useOptions<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery({ ...optionsQuery(call, query), staleTime: cachedForMs, gcTime: cachedForMs })
}

/** Options whose amounts change (open invoices and bills): never cached. */
export function useFreshOptions<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery({ ...optionsQuery(call, query), staleTime: 0, gcTime: 0 })
}

type OptionsState = { isLoading: boolean; isFetchedAfterMount: boolean }
/**
 * Whether a form still waits for its initial options: only for the first answer, even if it is a refusal. A failed
 * request is repeated by each field that mounts and when the network returns; the form stays visible meanwhile.
 */
export const isInitialLoading = ({ isLoading, isFetchedAfterMount }: OptionsState): boolean =>
  isLoading && !isFetchedAfterMount

function optionsQuery<C extends Call>(call: C, query: Record<string, unknown>) {
  return {
    queryKey: [call.path.replace(/\/list$/, ''), 'options', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request<{ data: AnswerOf<C>[] }>(call, { query, signal })).data,
  }
}
