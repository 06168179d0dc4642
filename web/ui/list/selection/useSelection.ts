import { useEffect, useMemo, useState } from 'react'
import { askedOf } from '../../../api/askedOf.ts'
import { request } from '../../../api/client.ts'
import type { Id } from '../../../api/resource.ts'
import { useListScope } from '../../list-scope/ListScope.ts'

type Row = { id: Id }
export type Selection<R extends Row = Row> = {
  rows: readonly R[]
  has(row: R): boolean
  toggle(row: R): void
  /** All rows of a page, or none of them. */
  toggleAll(rows: readonly R[]): void
  clear(): void
  /** Every row that matches the filters, up to a maximum. */
  selectMatching(): Promise<void>
  isLoading: boolean
}

export const selectionMaximum = 1_000
const pageRows = 100

/** The rows that are marked in a list. Another filter forgets them: an act never touches rows that are out of sight for good. */
export function useSelection<R extends Row>(): Selection<R> {
  const { resource, view } = useListScope()
  const [chosen, setChosen] = useState<ReadonlyMap<Id, R>>(new Map())
  const [isLoading, setIsLoading] = useState(false)
  const { page: _, per_page: __, sort_key: ___, sort_order: ____, ...narrowing } = view.query
  const narrowed = JSON.stringify(narrowing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked belongs to one set of filters
  useEffect(() => setChosen(new Map()), [narrowed, resource.path])
  return useMemo(() => {
    const all = async () => {
      setIsLoading(true)
      try {
        setChosen(await everyRow<R>(resource, JSON.parse(narrowed)))
      } finally {
        setIsLoading(false)
      }
    }
    return {
      rows: [...chosen.values()],
      has: ({ id }) => chosen.has(id),
      toggle: (row) => setChosen((before) => toggled(before, [row], !before.has(row.id))),
      toggleAll: (rows) =>
        setChosen((before) =>
          toggled(
            before,
            rows,
            rows.some(({ id }) => !before.has(id)),
          ),
        ),
      clear: () => setChosen(new Map()),
      selectMatching: all,
      isLoading,
    }
  }, [chosen, isLoading, resource, narrowed])
}

function toggled<R extends Row>(before: ReadonlyMap<Id, R>, rows: readonly R[], isOn: boolean): ReadonlyMap<Id, R> {
  const next = new Map(before)
  for (const row of rows) {
    if (isOn) next.set(row.id, row)
    else next.delete(row.id)
  }
  return next
}

type Listed = { calls: { list: unknown } }

async function everyRow<R extends Row>({ calls }: Listed, query: object): Promise<ReadonlyMap<Id, R>> {
  const call = calls.list as Parameters<typeof askedOf>[0] & { method: 'GET'; path: string }
  const found = new Map<Id, R>()
  for (let page = 1; found.size < selectionMaximum; page++) {
    const pageQuery = askedOf(call, { ...query, page, per_page: pageRows })
    const { data, meta } = await request<{ data: R[]; meta: { total: number } }>(call, { query: pageQuery })
    for (const row of data) found.set(row.id, row)
    if (data.length === 0 || page * pageRows >= meta.total) break
  }
  return found
}
