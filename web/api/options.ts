import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Call } from '#contract/kit/resource.ts'
import { request } from './client.ts'

export type AnswerOf<C extends Call> = C extends { answer: infer A extends z.ZodType } ? z.output<A> : unknown
const cachedForMs = 3_600_000

/** An option list, kept for an hour; an own write to the same resource makes it fresh at once. */
export function useOptions<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery({ ...optionsQuery(call, query), staleTime: cachedForMs, gcTime: cachedForMs })
}

/** Options whose amounts change under our hands (open invoices and bills): never from the cache. */
export function useFreshOptions<C extends Call>(call: C, query: Record<string, unknown> = {}) {
  return useQuery({ ...optionsQuery(call, query), staleTime: 0, gcTime: 0 })
}

type Asked = { isLoading: boolean; isFetchedAfterMount: boolean }
/**
 * Whether a form still waits for what it begins with: for the first answer only, be it a refusal. What failed is asked again by
 * each field that mounts and when the network comes back, and the form is not taken away for that.
 */
export const isInitialLoading = ({ isLoading, isFetchedAfterMount }: Asked): boolean =>
  isLoading && !isFetchedAfterMount

function optionsQuery<C extends Call>(call: C, query: Record<string, unknown>) {
  return {
    queryKey: [call.path.replace(/\/list$/, ''), 'options', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request<{ data: AnswerOf<C>[] }>(call, { query, signal })).data,
  }
}
