import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Permissions } from '#contract/crud-permissions.ts'
import type { ListAnswer, ListFacts } from '#contract/kit/envelope.ts'
import type { Call, Resource } from '#contract/kit/resource.ts'
import { isUnavailable } from './ApiError.ts'
import { request } from './client.ts'
import type { Body } from './formDataOf.ts'
import { orLastSeen } from './seen/orLastSeen.ts'
import { useSubmitOnce } from './useSubmitOnce.ts'

/** A list and what its rows offer. Not every record is read alone, written in a form, or deleted. */
export type ListedResource = {
  name: string
  path: string
  row: z.ZodType
  list: ListFacts
  permissions?: Partial<Permissions>
  calls: { list: Call; create?: Call; update?: Call; remove?: Call; options?: Call; export?: Call }
}
/** A record that a page reads. */
export type ReadResource = { path: string; record: z.ZodType; calls: { read: Call } }
/** A record that is deleted or voided. */
export type RemovableResource = {
  name: string
  path: string
  permissions: Pick<Permissions, 'delete'>
  calls: { remove: Call }
}

/** Whether records of a list are made in a form. One that only creates never opens a stored record. */
export const isEditable = (resource: ListedResource): resource is Resource =>
  'input' in resource && resource.calls.create !== undefined
export const isRemovable = (resource: ListedResource): resource is ListedResource & RemovableResource =>
  resource.permissions?.delete !== undefined && resource.calls.remove !== undefined

export type RowOf<R extends Pick<ListedResource, 'row'>> = z.output<R['row']>
export type RecordOf<R extends Pick<ReadResource, 'record'>> = z.output<R['record']>
export type Id = number | string
type Item<Value> = { data: Value }

/** One page of a list. While the next page loads, the previous one stays visible. Without a connection it is as it was seen last. */
export function useList<R extends ListedResource>(resource: R, query: Record<string, unknown>) {
  return useQuery({
    queryKey: [resource.path, 'list', query],
    queryFn: ({ signal }) =>
      orLastSeen(`${resource.path} ${JSON.stringify(query)}`, () =>
        request<ListAnswer<RowOf<R>>>(resource.calls.list, { query, signal }),
      ),
    placeholderData: keepPreviousData,
  })
}

/** One record to edit or show. Never cached, because another user may have changed it. */
export const useRecord = <R extends ReadResource>(resource: R, id: Id | null) => useQuery(recordQuery(resource, id))

/** Several of them, in the order of their ids. */
export const useRecords = <R extends ReadResource>(resource: R, ids: readonly Id[]) =>
  useQueries({ queries: ids.map((id) => recordQuery(resource, id)) })

const recordQuery = <R extends ReadResource>(resource: R, id: Id | null) =>
  queryOptions({
    queryKey: [resource.path, 'record', String(id)],
    queryFn: async ({ signal }) => {
      const answer = await request<Item<RecordOf<R>>>(resource.calls.read, { params: { id: id ?? '' }, signal })
      return answer.data
    },
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })

type Save = { id: Id | null; body: Body; idempotencyKey: string }

/** Creates (without id) or updates. Afterwards every query of the books is invalidated. */
export function useSave<R extends Resource>(resource: R) {
  const written = useWritten(resource.path)
  return useSubmitOnce({
    mutationFn: async ({ id, body, idempotencyKey }: Save) => {
      const answer =
        id === null
          ? await request<Item<RecordOf<R>>>(resource.calls.create, { body, idempotencyKey })
          : await request<Item<RecordOf<R>>>(resource.calls.update, { params: { id }, body, idempotencyKey })
      return answer.data
    },
    onSuccess: () => written(),
  })
}

/** The list reloads after half a second, so that the eye can follow the removed row. */
export const reloadAfterDeleteMs = 500
export function useRemove(resource: RemovableResource) {
  const written = useWritten(resource.path)
  return useSubmitOnce({
    mutationFn: (id: Id) => request(resource.calls.remove, { params: { id } }),
    onSuccess: () => setTimeout(written, reloadAfterDeleteMs),
    // The row offered an action that is refused: the record has changed since, or is gone.
    onError: (error) => (isUnavailable(error) ? undefined : written()),
  })
}

/**
 * Invalidates queries after a write at `path` or below: its lists, records and options, and everything that is not an
 * option list, because one document changes balances, stock and statistics.
 */
export function useWritten(path: string): () => void {
  const client = useQueryClient()
  const root = `${path.split('/:')[0]}/`
  return () => {
    client.invalidateQueries({
      predicate: ({ queryKey }) => `${queryKey[0]}/`.startsWith(root) || queryKey[1] !== 'options',
    })
  }
}
