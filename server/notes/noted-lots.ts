import type { NoteKind } from '#contract/documents/notes.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { text } from '#ledger/money.ts'
import { leavingLots, refuseLots, withExpiry } from '#server/stock/lots/leaving-lots.ts'
import { returnedLots } from '#server/stock/lots/returned-lots.ts'
import type { StatedLot } from '#server/stock/lots/row-lots.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'
import type { NoteFigures } from './note-figures.ts'

type Row = NoteFigures['rows'][number]

/** The lots of the rows of a note whose goods move: those of the rows that it corrects. */
export function notedLots(
  kind: NoteKind,
  { rows }: NoteFigures,
  { date, stock }: { date: string; stock: PlannedStock },
): (StatedLot[] | null)[] {
  const errors: FieldErrors = {}
  const lots = rows.map((row, index) => lotsOf(row, stock, errors, `lines.${index}`))
  refuseLots(errors)
  if (kind.side.name === 'sales') return lots.map((own, index) => withExpiry(stock, rows[index]?.of.product.id, own))
  const leaving = rows.map(({ of, quantity, is_return }, index) =>
    is_return && of.moved ? { product_id: of.product.id, quantity: text(quantity), lots: lots[index] ?? null } : null,
  )
  return leavingLots(stock, leaving, { date, place_id: stock.place, sells: false, list: 'lines' })
}

function lotsOf({ of, quantity, is_return, stays, lots }: Row, stock: PlannedStock, errors: FieldErrors, at: string) {
  const moves = is_return && !stays && of.moved !== null
  if (!moves && lots && lots.length > 0) errors[`${at}.lots`] = { code: 'lots_unmoved' }
  if (!moves) return null
  const original = { lots: of.lots, returned: of.returned_lots }
  return returnedLots({ quantity: text(quantity), lots }, original, stock.lots.of(of.product.id), errors, at)
}
