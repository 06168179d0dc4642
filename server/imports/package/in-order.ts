import { importKindNames, importKindOf } from '#contract/imports/import-kinds.ts'
import { readDay } from '#server/reading/values/days.ts'
import type { CellRow } from '../kinds/import-kind.ts'
import { startsUnit } from '../read-row.ts'
import { rulesOf } from '../rules-of.ts'
import { layoutOf, type StoredImport } from '../stored-import.ts'

/** The rows of one record of a file. */
export type OrderedRecord = { stored: StoredImport; rows: readonly CellRow[] }
type Place = readonly [order: number, day: string, kind: number]
type Stream = { next: OrderedRecord & { place: Place }; rest: AsyncGenerator<OrderedRecord & { place: Place }> }

/**
 * The records of several files, merged by the order in which they were posted; files of another program do not say it, and are merged by
 * their day, and on one day by their kind. Each file is read once, and is in order itself.
 */
export async function* inOrder(
  all: readonly StoredImport[],
  read: (stored: StoredImport) => AsyncIterable<CellRow>,
): AsyncGenerator<OrderedRecord> {
  const streams: Stream[] = []
  for (const stored of all) {
    const rest = recordsOf(stored, read(stored))
    const { value } = await rest.next()
    if (value) streams.push({ next: value, rest })
  }
  while (streams.length > 0) {
    const [earliest] = streams.toSorted((one, other) => compare(one.next.place, other.next.place))
    if (!earliest) return
    yield earliest.next
    const { value } = await earliest.rest.next()
    if (value) earliest.next = value
    else streams.splice(streams.indexOf(earliest), 1)
  }
}

function compare(one: Place, other: Place): number {
  if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1
  if (one[1] !== other[1]) return one[1] < other[1] ? -1 : 1
  return one[2] - other[2]
}

async function* recordsOf(
  stored: StoredImport,
  rows: AsyncIterable<CellRow>,
): AsyncGenerator<OrderedRecord & { place: Place }> {
  const { groupBy } = rulesOf[stored.kind]
  let open: CellRow[] = []
  for await (const row of rows) {
    if (open[0] && startsUnit(groupBy, open[0].cells, row)) {
      yield { stored, rows: open, place: placeOf(stored, open) }
      open = []
    }
    open.push(row)
  }
  if (open.length > 0) yield { stored, rows: open, place: placeOf(stored, open) }
}

function placeOf(stored: StoredImport, [first]: readonly CellRow[]): Place {
  const { options } = layoutOf(stored)
  const cells = first?.cells ?? {}
  const order = Number(cells.posting_order)
  const days = importKindOf(stored.kind).columns.filter(({ type, isRequired }) => type === 'day' && isRequired)
  const day = days.map(({ key }) => readDay(cells[key] ?? '', options.day_order)).at(-1) ?? '9999'
  const isSaid = cells.posting_order !== undefined && Number.isFinite(order)
  return [isSaid ? order : Number.MAX_SAFE_INTEGER, isSaid ? '' : day, importKindNames.indexOf(stored.kind)]
}
