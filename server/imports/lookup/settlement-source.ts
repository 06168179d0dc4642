import type { creditSources } from '#contract/documents/advance-calls.ts'
import { noteKinds } from '#contract/documents/note-kinds.ts'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { openingCredits } from '#contract/opening-credits.ts'
import type { Context } from '#server/core/context.ts'
import { type AdvanceRef, paymentAdvance } from '#server/payments/advances/advance.ts'
import { documentAdvance } from '#server/payments/advances/document-advance.ts'
import { paymentKind } from '#server/payments/payment-kind.ts'
import type { AllocationSource } from '#server/posting/facts/allocations.ts'

// The payment, the note or the opening credit that a row of a file names.

export type SourceKind = (typeof creditSources)[number]
export type SettlementSource = { side: Side['name']; source_kind: SourceKind; source: number }

export const creditKinds = {
  sales: { note: noteKinds.credit_note, opening: openingCredits.sales },
  purchases: { note: noteKinds.supplier_credit, opening: openingCredits.purchases },
} as const

const sideBy = (name: Side['name']): Side => (name === 'sales' ? sales : purchases)

export const sourceOf = ({ source_kind, source }: SettlementSource): AllocationSource =>
  source_kind === 'payment' ? { payment_id: source } : { note_id: source }

export const sourceRef = (context: Context, { side, source_kind, source }: SettlementSource): Promise<AdvanceRef> =>
  source_kind === 'payment'
    ? paymentAdvance(context, sideBy(side), source)
    : documentAdvance(context, creditKinds[side][source_kind], source)

type SourceName = { side: Side; source_kind: SourceKind; source_number: string; party: number }

/** The posted record of a number. Undefined if there is none, or two. */
export async function sourceNamed(
  { db }: Context,
  { side, source_kind, source_number, party }: SourceName,
): Promise<number | undefined> {
  const [table, kind] =
    source_kind === 'payment'
      ? (['payments', paymentKind(side)] as const)
      : (['documents', creditKinds[side.name][source_kind].name] as const)
  const found = await db
    .selectFrom(table as 'documents')
    .select('id')
    .where('kind', '=', kind)
    .where('number', '=', source_number)
    .where('party_id', '=', party)
    .where('state', '=', 'posted')
    .execute()
  return found.length === 1 ? found[0]?.id : undefined
}

export const sourceKindOf = (words: string): SourceKind =>
  /opening|افتتاح/i.test(words) ? 'opening' : /note|credit|إشعار/i.test(words) ? 'note' : 'payment'
