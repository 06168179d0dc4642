import { sql } from 'kysely'
import type { NoteKind } from '#contract/documents/notes.ts'
import { type Decimal, decimal, split, text, zero } from '#ledger/money.ts'
import type { NotedTax } from '#ledger/note.ts'
import type { TaxTreatment } from '#ledger/purchase-tax.ts'
import type { Context } from '#server/core/context.ts'

/** The reason of a category without tax, as in its document. */
type Exemption = Record<'exemption_code' | 'exemption_reason' | 'exemption_reason_en', string | null>
export type NotedDocumentTax = NotedTax &
  Exemption & { tax_id: number | null; category: string; treatment: TaxTreatment; box: string | null }

type StoredTaxes = {
  own: Awaited<ReturnType<typeof ownTaxes>>
  before: Awaited<ReturnType<typeof taxesBefore>>
  deducted: Deducted
}

/** The taxes of a document, what earlier notes took of each, and what its advance is deducted by. */
export async function storedTaxes({ db }: Context, id: number): Promise<StoredTaxes> {
  const [own, before, deducted] = await Promise.all([ownTaxes(db, id), taxesBefore(db, id), deductedOf(db, id)])
  return { own, before, deducted }
}

const ownTaxes = (db: Context['db'], id: number) =>
  db
    .selectFrom('document_taxes as own')
    .leftJoin('taxes', 'taxes.id', 'own.tax_id')
    .selectAll('own')
    .select(['taxes.reverse_charge', 'taxes.recoverable_percent', 'taxes.sale_box', 'taxes.purchase_box'])
    // Under reverse charge the document charges nothing. Before the rate was copied, the tax alone said what was assessed.
    .select((row) => row.fn.coalesce('own.assessed_rate', 'taxes.rate').as('full_rate'))
    // A note is in the box of its document, even if the tax feeds another box now.
    .select((row) =>
      row
        .selectFrom('tax_entries as posted')
        .innerJoin('documents as document', 'document.entry_id', 'posted.entry_id')
        .select('posted.box')
        .where('document.id', '=', id)
        .whereRef('posted.tax_id', '=', 'own.tax_id')
        .limit(1)
        .as('box'),
    )
    .where('own.document_id', '=', id)
    .orderBy('own.tax_key')
    .execute()

const taxesBefore = (db: Context['db'], id: number) =>
  db
    .selectFrom('document_taxes as tax')
    .innerJoin('documents as note', 'note.id', 'tax.document_id')
    .select('tax.tax_key')
    .select(sql<string>`sum(tax.base)`.as('base'))
    .select(sql<string>`sum(tax.tax)`.as('tax'))
    .where('note.reference_id', '=', id)
    .where('note.kind', 'in', ['credit_note', 'supplier_credit'])
    .where('note.state', '=', 'posted')
    .groupBy('tax.tax_key')
    .execute()

/** Each tax of the document with what is left of it; what was credited in base currency is theirs by largest remainder. */
export function creditableTaxes(
  { session }: Context,
  { side }: NoteKind,
  { own, before, deducted }: StoredTaxes,
  creditedInBase: Decimal,
): NotedDocumentTax[] {
  const takenOf = (key: string) => before.find((one) => one.tax_key === key)
  const inBase = split(
    creditedInBase,
    own.map((tax) => takenOf(tax.tax_key)?.base ?? 0),
    session.organization.decimals,
  )
  return own.map((tax, index) => {
    const taken = takenOf(tax.tax_key)
    const { rate, base, tax_id, category, exemption_code, exemption_reason, exemption_reason_en } = tax
    // If advances were deducted in full, or the row was free, it is in no box. The amount that a note charges is.
    const fed = side.name === 'sales' ? tax.sale_box : tax.purchase_box
    const box = tax.box ?? (decimal(rate).gt(0) || decimal(base).eq(0) ? fed : null)
    return {
      key: tax.tax_key,
      rate,
      base,
      tax: tax.tax,
      tax_id,
      category,
      box,
      exemption_code,
      exemption_reason,
      exemption_reason_en,
      treatment: {
        key: tax.tax_key,
        rate: tax.full_rate ?? rate,
        reverse_charge: tax.reverse_charge ?? false,
        recoverable_percent: tax.recoverable_percent ?? '100',
        credited_in_base: inBase[index] ?? zero,
      },
      credited_base: text(decimal(taken?.base ?? 0).plus(deducted.net)),
      credited_tax: text(decimal(taken?.tax ?? 0).plus(deducted.tax)),
    }
  })
}

/** The deducted part of an advance tax invoice can no longer be credited; an advance has one tax. */
type Deducted = { net: string; tax: string }
const deductedOf = (db: Context['db'], id: number): Promise<Deducted> =>
  db
    .selectFrom('advance_deductions')
    .select(sql<string>`coalesce(sum(net), 0)`.as('net'))
    .select(sql<string>`coalesce(sum(tax), 0)`.as('tax'))
    .where('advance_id', '=', id)
    .where('is_posted', '=', true)
    .executeTakeFirstOrThrow()
