import { useQuery } from '@tanstack/react-query'
import { request } from '../api/client.ts'
import type { ChartNode, NodeKind } from './nodeKind.ts'

/** The whole tree; every posting moves its balances, so it is asked afresh on each visit. */
export function useChart({ tree }: NodeKind) {
  return useQuery({
    queryKey: [tree.path, 'tree'],
    queryFn: async ({ signal }) => (await request<{ data: ChartNode[] }>(tree, { signal })).data,
    staleTime: 0,
  })
}

type ParentLookUp = Pick<ChartNode, 'id' | 'number' | 'name' | 'name_en'> & { next_auto_number: string }

/** A parent to be, with the number its next child would get. */
export function useParent({ read, resource }: NodeKind, id: number | null) {
  return useQuery({
    queryKey: [resource.path, 'parent', id],
    queryFn: async ({ signal }) => {
      const callInput = { params: { id: id ?? '' }, query: { parent: 1 }, signal }
      return (await request<{ data: ParentLookUp }>(read, callInput)).data
    },
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
