import { type Decimal, decimal, sum, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { OrderLine } from './stored-order.ts'

/** A row of a goods note of which something waits for its invoice or bill. */
export type OpenGoods = { id: number; order_line_id: number; open: Decimal; note_date: string }

/** What of these rows was delivered or received, and is neither invoiced, billed nor returned; the earliest first. */
export async function openGoods({ db }: Context, orderLines: readonly number[], note?: number): Promise<OpenGoods[]> {
  let query = db
    .selectFrom('goods_note_lines as line')
    .innerJoin('goods_notes as note', 'note.id', 'line.goods_note_id')
    .select(['line.id', 'line.order_line_id', 'line.quantity', 'line.taken', 'note.note_date'])
    .where('line.order_line_id', 'in', orderLines.length > 0 ? [...orderLines] : [0])
    .where('line.returned_line_id', 'is', null)
    .where('note.state', '=', 'posted')
  if (note !== undefined) query = query.where('note.id', '=', note)
  const rows = await query.orderBy('note.note_date').orderBy('line.id').execute()
  return rows
    .map(({ quantity, taken, ...row }) => ({ ...row, open: decimal(quantity).minus(taken) }))
    .filter(({ open }) => open.gt(0))
}

/** The parts of a row of an order that a document takes: of goods notes, and what it moves itself. */
export type OpenPart = { line: OrderLine; much: Decimal; goods: OpenGoods | null }

const neverInvoiced = ({ quantity, taken, returned }: OrderLine) => decimal(quantity).minus(taken).minus(returned)

/** Goods that have moved are invoiced as what was moved; the rest moves with the document, where it has not moved yet. */
export function openParts(lines: readonly OrderLine[], goods: readonly OpenGoods[], onlyGoods: boolean): OpenPart[] {
  return lines.flatMap((line) => {
    const own = goods.filter((row) => row.order_line_id === line.id)
    const moved = own.map((row): OpenPart => ({ line, much: row.open, goods: row }))
    if (onlyGoods) return moved
    const rest = neverInvoiced(line).minus(sum(own.map(({ open }) => open)))
    const unmoved = decimal(line.quantity).minus(line.delivered)
    const much = rest.lt(unmoved) ? rest : unmoved
    return much.gt(zero) ? [...moved, { line, much, goods: null }] : moved
  })
}
