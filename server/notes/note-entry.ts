import type { NoteKind } from '#contract/notes.ts'
import type { Allocated } from '#ledger/allocation.ts'
import type { Entry } from '#ledger/entry.ts'
import { creditNoteEntry } from '#ledger/posting/credit-note.ts'
import { type DocumentFacts, debitNoteEntry } from '#ledger/posting/document.ts'
import { incomeAccount, purchaseAccount } from '#ledger/posting/product-account.ts'
import { supplierCreditEntry } from '#ledger/posting/supplier-credit.ts'
import { treatTax } from '#ledger/purchase-tax.ts'
import { rowPosting } from '#server/documents/posting-facts.ts'
import { ledgerSides } from '#server/journal/ledger-side.ts'
import type { Context } from '#server/kit/context.ts'
import type { NoteFigures } from './note-figures.ts'
import type { NoteStock } from './note-stock.ts'
import type { NotedDocument } from './noted-document.ts'

/** The note in the ledger's words. */
export async function noteEntry(
  context: Context,
  kind: NoteKind,
  id: number,
  document: NotedDocument,
  figures: NoteFigures,
  { costs }: NoteStock,
  applied: Allocated,
): Promise<Entry> {
  const facts = await factsOf(context, kind, id, document, figures, costs)
  if (kind.name === 'credit_note') return creditNoteEntry({ ...facts, applied })
  if (kind.name === 'supplier_credit') return supplierCreditEntry({ ...facts, applied })
  return debitNoteEntry(ledgerSides[kind.side.name], facts)
}

async function factsOf(
  context: Context,
  kind: NoteKind,
  id: number,
  { row, taxes, decimals }: NotedDocument,
  { rows, totals, base }: NoteFigures,
  costs: NoteStock['costs'],
): Promise<DocumentFacts> {
  const isBase = row.currency_id === context.session.organization.currency_id
  const known = await knownTaxes(context, taxes)
  const treatments = kind.side.name === 'purchases' ? known.map((tax) => ({ ...tax, key: String(tax.id) })) : []
  const places = { document: decimals, base: context.session.organization.decimals }
  const posted = treatTax(totals, base, treatments, places)
  const accountOf = {
    // What was charged in advance was no sale yet.
    credit_note: () => (row.kind === 'advance_invoice' ? ('CONTRACT_LIAB' as const) : ('SALES_RET' as const)),
    debit_note: incomeAccount,
    supplier_credit: purchaseAccount,
  }[kind.name]
  return {
    branch_id: row.branch_id,
    party_id: row.party_id,
    document_id: id,
    currency_id: isBase ? null : row.currency_id,
    totals: posted.totals,
    base: posted.base,
    lines: rows.map(({ of }, index) => ({
      ...rowPosting(kind.side, accountOf, of.product, of.cost_center_id),
      stock_cost: costs[index] ?? null,
    })),
    taxes: totals.taxes.map((tax, index) => {
      const own = known.find((one) => String(one.id) === tax.key)
      const box = (kind.side.name === 'sales' ? own?.sale_box : own?.purchase_box) ?? null
      return { tax_id: own?.id ?? null, box, self_assessed: posted.self_assessed[index] }
    }),
  }
}

function knownTaxes({ db }: Context, taxes: NotedDocument['taxes']) {
  const ids = taxes.flatMap(({ tax_id }) => (tax_id === null ? [] : [tax_id]))
  return ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('taxes')
        .select(['id', 'rate', 'sale_box', 'purchase_box', 'reverse_charge', 'recoverable_percent'])
        .where('id', 'in', ids)
        .execute()
}
