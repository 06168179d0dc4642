import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pageSizes } from '#contract/kit/envelope.ts'
import type { ListedResource } from '../../api/resource.ts'

/** The view of a list as in its address; an absent key has its default. */
export type ListSearch = {
  page: number
  per_page: number
  keyword?: string
  sort_key?: string
  sort_order?: 'asc' | 'desc'
  filters: Record<string, string>
}
export type ListView = {
  search: ListSearch
  /** Everything but a page or a sort goes back to page 1. */
  change: (patch: Record<string, string | number | undefined>) => void
  /** As the server accepts it. */
  query: Record<string, unknown>
}

/** Reads and writes the view in the URL, so that back, reload and a sent link show exactly this view. */
export function useListSearch(resource: Pick<ListedResource, 'list'>): ListView {
  const raw = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  return useMemo(() => {
    const search = searchOf(raw, resource)
    const { filters, ...view } = search
    return {
      search,
      query: { ...view, ...filters },
      change: (patch) => {
        const keepsPage = 'page' in patch || 'sort_key' in patch
        const next = { ...raw, ...(keepsPage ? {} : { page: undefined }), ...patch }
        const filled = Object.entries(next).filter(([, value]) => value !== undefined && value !== '')
        void navigate({
          to: '.',
          search: Object.fromEntries(filled.map(([key, value]) => [key, String(value)])),
          replace: !('page' in patch),
        })
      },
    }
  }, [raw, resource, navigate])
}

function searchOf(raw: Record<string, string | undefined>, { list }: Pick<ListedResource, 'list'>): ListSearch {
  const page = Math.trunc(Number(raw.page))
  const size = pageSizes.find((offered) => String(offered) === raw.per_page)
  const sorted = raw.sort_key !== undefined && list.sort.includes(raw.sort_key)
  const filters = Object.keys(list.filter).flatMap((key) => (raw[key] ? [[key, raw[key]] as const] : []))
  return {
    page: Number.isInteger(page) && page > 1 ? page : 1,
    per_page: size ?? pageSizes[0],
    ...(raw.keyword && { keyword: raw.keyword }),
    ...(sorted && { sort_key: raw.sort_key, sort_order: raw.sort_order === 'desc' ? 'desc' : 'asc' }),
    filters: Object.fromEntries(filters),
  }
}
