import { parseDecimal } from '#ledger/money.ts'

/** An advance that an invoice takes off, as the form holds it: whose it is goes along, since the customer may change; and what it takes with its tax. */
export type DeductionRow = { advance_id: number; amount: string; with_tax: string; customer: string }

export const storedDeductions = (
  rows: readonly { id: number; net: number; total: number }[],
  customer: number | string,
): DeductionRow[] =>
  rows.map(({ id, net, total }) => ({
    advance_id: id,
    amount: String(net),
    with_tax: String(total),
    customer: String(customer),
  }))

/** The rows of the customer whom the form names. */
export const deductionsOf = ({ advances, customer_id }: Readonly<Record<string, unknown>>): DeductionRow[] =>
  ((advances ?? []) as DeductionRow[]).filter((row) => row.customer === String(customer_id))

/** The input: this customer's filled rows, and an explicit value for none, because an empty form sends nothing. */
export function sentDeductions(rows: unknown, customer: unknown): { advance_id: number; amount: string }[] | '' {
  const filled = deductionsOf({ advances: rows, customer_id: customer }).filter(
    (row) => parseDecimal(row.amount) !== '0',
  )
  return filled.length === 0 ? '' : filled.map(({ advance_id, amount }) => ({ advance_id, amount }))
}
