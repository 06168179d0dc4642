import { parseDecimal } from '#ledger/money.ts'

/** An advance that an invoice takes off, as the form holds it: whose it is goes along, since the customer may change. */
export type DeductionRow = { advance_id: number; amount: string; customer: string }

export const storedDeductions = (
  rows: readonly { id: number; net: number }[],
  customer: number | string,
): DeductionRow[] => rows.map(({ id, net }) => ({ advance_id: id, amount: String(net), customer: String(customer) }))

/** The input: this customer's filled rows, and an explicit value for none, because an empty form sends nothing. */
export function sentDeductions(rows: unknown, customer: unknown): { advance_id: number; amount: string }[] | '' {
  const filled = ((rows ?? []) as DeductionRow[]).filter(
    (row) => row.customer === String(customer) && parseDecimal(row.amount) !== '0',
  )
  return filled.length === 0 ? '' : filled.map(({ advance_id, amount }) => ({ advance_id, amount }))
}
