import type { FieldErrors } from '#contract/issues.ts'
import type { SentRetention } from '#contract/retention/retention.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { retentionOf } from '#ledger/retention/retention.ts'
import type { DocumentInput } from '../document-input.ts'

/** As stored: all of it is null where nothing is retained. */
export type RetentionColumns = {
  retention_percent: string | null
  retention_basis: string | null
  retention_release_date: string | null
}

/** The stored terms as an input says them. */
export const storedRetention = (row: RetentionColumns): SentRetention => ({
  retention_percent: row.retention_percent,
  retention_basis: row.retention_basis as NonNullable<SentRetention['retention_basis']> | null,
  retention_release_date: row.retention_release_date,
})

/** What is absent stays as it was. Without a percentage nothing else of it stays. */
export function retentionGiven(input: SentRetention, before: SentRetention | null | undefined): SentRetention {
  const { retention_percent = before?.retention_percent ?? null } = input
  const stored = retention_percent === null ? null : before
  const { retention_basis = stored?.retention_basis ?? null } = input
  const { retention_release_date = stored?.retention_release_date ?? null } = input
  return { retention_percent, retention_basis, retention_release_date }
}

export const omitsRetention = (input: SentRetention): boolean =>
  input.retention_percent === undefined ||
  input.retention_basis === undefined ||
  input.retention_release_date === undefined

export function retentionProblems(input: DocumentInput): FieldErrors {
  const { retention_percent: percent, retention_basis: basis, retention_release_date: day } = input
  if (!percent) {
    if (basis) return { retention_basis: { code: 'retention_without_percent' } }
    return day ? { retention_release_date: { code: 'retention_without_percent' } } : {}
  }
  if (decimal(percent).eq(0)) return { retention_percent: { code: 'must_be_positive' } }
  if (!basis) return { retention_basis: { code: 'retention_without_basis' } }
  return day && day < input.date ? { retention_release_date: { code: 'release_before_document' } } : {}
}

type Totals = { subtotal: Decimal; total: Decimal }

/** What is retained of a document with these totals, in its currency. */
export const amountRetained = (
  { retention_percent: percent, retention_basis: basis }: SentRetention,
  { subtotal: net, total }: Totals,
  decimals: number,
): Decimal => retentionOf(percent && basis ? { percent, basis } : null, { net, total }, decimals)

export const retentionColumns = (input: SentRetention, retention: Decimal) => ({
  retention_percent: input.retention_percent ?? null,
  retention_basis: input.retention_basis ?? null,
  retention_release_date: input.retention_release_date ?? null,
  retention: text(retention),
})
