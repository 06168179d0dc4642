import type { NoteKind } from '#contract/notes.ts'
import type { Allocated } from '#ledger/allocation.ts'
import type { Entry } from '#ledger/entry.ts'
import { creditNoteEntry } from '#ledger/posting/credit-note.ts'
import { type DocumentFacts, debitNoteEntry } from '#ledger/posting/document.ts'
import { incomeAccount, purchaseAccount } from '#ledger/posting/product-account.ts'
import { supplierCreditEntry } from '#ledger/posting/supplier-credit.ts'
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
  { row, taxes }: NotedDocument,
  { rows, totals, base }: NoteFigures,
  costs: NoteStock['costs'],
): Promise<DocumentFacts> {
  const isBase = row.currency_id === context.session.organization.currency_id
  const boxes = await boxesOf(context, kind, taxes)
  const accountOf = {
    credit_note: () => 'SALES_RET' as const,
    debit_note: incomeAccount,
    supplier_credit: purchaseAccount,
  }[kind.name]
  return {
    branch_id: row.branch_id,
    party_id: row.party_id,
    document_id: id,
    currency_id: isBase ? null : row.currency_id,
    totals,
    base,
    lines: rows.map(({ of }, index) => ({
      account: accountOf(of.product),
      product_id: of.product.id,
      stock_cost: costs[index] ?? null,
    })),
    taxes: totals.taxes.map((tax) => {
      const tax_id = taxes.find((one) => one.key === tax.key)?.tax_id ?? null
      return { tax_id, box: tax_id === null ? null : (boxes.get(tax_id) ?? null) }
    }),
  }
}

async function boxesOf({ db }: Context, { side }: NoteKind, taxes: NotedDocument['taxes']) {
  const ids = taxes.flatMap(({ tax_id }) => (tax_id === null ? [] : [tax_id]))
  if (ids.length === 0) return new Map<number, string | null>()
  const rows = await db.selectFrom('taxes').select(['id', 'sale_box', 'purchase_box']).where('id', 'in', ids).execute()
  return new Map(rows.map((tax) => [tax.id, side.name === 'sales' ? tax.sale_box : tax.purchase_box]))
}
