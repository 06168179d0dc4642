import { decimal, text } from '#ledger/money.ts'
import type { ManualInput } from './manual-entry-input.ts'

type Row = {
  account_id: number
  cost_center_id?: number | null | undefined
  customer_id?: number | null | undefined
  supplier_id?: number | null | undefined
  debit: string
  credit: string
  description?: string | null | undefined
}
type Head = { journal_date: string; branch_id: number; currency_id: number; description?: string | null | undefined }

/** Whether the content of an entry is unchanged: then nothing is reversed and reposted (accounting rules B3, I29). */
export function isSameEntry(stored: Head, lines: readonly Row[], input: ManualInput): boolean {
  return shape(stored, lines) === shape(input, input.lines)
}

const shape = ({ journal_date, branch_id, currency_id, description }: Head, lines: readonly Row[]): string =>
  JSON.stringify([
    journal_date,
    branch_id,
    currency_id,
    description ?? null,
    ...lines.map((line) => [
      line.account_id,
      line.cost_center_id ?? null,
      line.customer_id ?? null,
      line.supplier_id ?? null,
      text(decimal(line.debit || 0)),
      text(decimal(line.credit || 0)),
      line.description ?? null,
    ]),
  ])
