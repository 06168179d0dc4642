import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ImportRecord, type ImportRowAnswer, importCalls } from '#contract/imports/imports.ts'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { request } from '../api/client.ts'

export const rowsOfPage = 100
type ShownRows = { outcome: string; indexes: readonly number[] }

/** The rows at these positions of the list, read by the page as they come into sight. */
export function useImportRows(record: ImportRecord, { outcome, indexes }: ShownRows) {
  const pages = [...new Set([0, ...indexes].map((index) => Math.floor(index / rowsOfPage) + 1))].sort((a, b) => a - b)
  const answers = useQueries({
    queries: pages.map((page) => {
      const query = { page, per_page: rowsOfPage, ...(outcome !== 'all' && { outcome }) }
      return {
        // Without the version, so that rows and the focused cell remain on the screen while they are read again.
        queryKey: [importCalls.rows.path, 'list', record.id, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          request<ListAnswer<ImportRowAnswer>>(importCalls.rows, { params: { id: record.id }, query, signal }),
        staleTime: 0,
      }
    }),
  })
  const total = useRef<number | undefined>(undefined)
  const counted = answers.find(({ data }) => data)?.data?.meta.total
  if (counted !== undefined) total.current = counted
  const failed = answers.find(({ error, data }) => error && !data)
  return {
    total: total.current,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
    rowAt(index: number): ImportRowAnswer | undefined {
      const at = pages.indexOf(Math.floor(index / rowsOfPage) + 1)
      return answers[at]?.data?.data[index % rowsOfPage]
    },
  }
}
