/** A line of a bank's statement: what came in is positive, as canonical text. */
export type StatementLine = {
  date: string
  amount: string
  description: string
  reference: string | null
  counterparty: string | null
  /** The bank's balance after the line. */
  balance: string | null
}
/** A statement as its file has it, its lines from the earliest. */
export type Statement = {
  format: 'csv' | 'xlsx' | 'mt940' | 'camt053' | 'ofx'
  /** IBAN or number. */
  account: string | null
  currency: string | null
  opening_balance: string | null
  closing_balance: string | null
  closing_date: string | null
  lines: StatementLine[]
}

export const joined = (...parts: (string | null | undefined)[]): string =>
  [...new Set(parts.map((part) => (part ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean))].join(' · ')
