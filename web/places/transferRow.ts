import { decimal, parseDecimal, text } from '#ledger/money.ts'

/** A row of a transfer as its form holds it. */
export type TransferRow = { product_id: string; quantity: string; label?: string }
export const emptyTransferRow = (): TransferRow => ({ product_id: '', quantity: '' })

/** What is sent: rows that name a product or have a quantity. */
export const sentRow = ({ product_id, quantity }: TransferRow) => ({
  product_id: product_id || undefined,
  quantity: quantity || undefined,
})

/** The rows with one more piece of a scanned product, or those of a scanned carton, and how many of it there are then. A quantity that is no number is still being typed. */
export function withOneMore(
  rows: readonly TransferRow[],
  { product_id, label, pieces = '1' }: { product_id: string; label: string; pieces?: string },
): { rows: TransferRow[]; quantity: string } | null {
  const place = rows.findIndex((row) => row.product_id === product_id)
  const typed = rows[place]?.quantity ?? ''
  const before = typed === '' ? '0' : parseDecimal(typed)
  if (before === null) return null
  const quantity = text(decimal(before).plus(pieces))
  if (place >= 0) return { rows: rows.map((row, index) => (index === place ? { ...row, quantity } : row)), quantity }
  return { rows: [...rows.filter((row) => row.product_id !== ''), { product_id, label, quantity }], quantity }
}
