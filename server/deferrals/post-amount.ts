import type { Decimal } from '#ledger/money.ts'
import { recognitionEntry } from '#ledger/posting/deferral.ts'
import type { Context } from '#server/core/context.ts'
import type { Period } from '#server/journal/periods.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { deferralSource, factsOf, type StoredDeferral } from './deferral-rows.ts'

/** As `planAmount`, for notes, which are not planned yet. */
export async function postAmount(
  context: Context,
  period: Period,
  row: StoredDeferral,
  { number, date, amount }: { number: number; date: string; amount: Decimal },
): Promise<number | null> {
  if (amount.eq(0)) return null
  const head = {
    date,
    kind: 'deferral',
    source: deferralSource,
    source_id: row.id,
    source_revision: number + 1,
  } as const
  const entry = recognitionEntry(ledgerSides[row.side as 'sales' | 'purchases'], factsOf(row, amount))
  return post(context, period, { ...head, numbered_document_id: row.document_id as number }, entry)
}
