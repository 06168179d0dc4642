import type { NoteKind } from '#contract/documents/notes.ts'
import type { Allocated } from '#ledger/allocation.ts'
import type { Entry } from '#ledger/entry.ts'
import { decimal } from '#ledger/money.ts'
import { creditNoteEntry } from '#ledger/posting/credit-note.ts'
import { type DocumentFacts, debitNoteEntry } from '#ledger/posting/document.ts'
import { incomeAccount, isStocked, purchaseAccount, unmoved } from '#ledger/posting/product-account.ts'
import { supplierCreditEntry } from '#ledger/posting/supplier-credit.ts'
import type { GoodsRows } from '#server/documents/goods/goods-rows.ts'
import { rowPosting } from '#server/documents/posting-context.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import type { Caller } from '#server/posting/plan.ts'
import type { NoteFigures } from './note-figures.ts'
import type { NoteStock } from './note-stock.ts'
import { bookedOr } from './original-account.ts'
import type { NotedDocument, NotedRow } from './original-document.ts'

/** The note in the ledger's words. */
export function noteEntry(
  caller: Caller,
  kind: NoteKind,
  id: number,
  document: NotedDocument,
  figures: NoteFigures,
  { costs }: NoteStock,
  applied: Allocated,
  goods: GoodsRows,
): Entry {
  const facts = factsOf(caller, kind, id, document, figures, costs, goods)
  if (kind.name === 'credit_note') return creditNoteEntry({ ...facts, applied })
  if (kind.name === 'supplier_credit') return supplierCreditEntry({ ...facts, applied })
  return debitNoteEntry(ledgerSides[kind.side.name], facts)
}

function factsOf(
  caller: Caller,
  kind: NoteKind,
  id: number,
  { row, taxes }: NotedDocument,
  { rows, totals, posted }: NoteFigures,
  costs: NoteStock['costs'],
  goods: GoodsRows,
): DocumentFacts {
  const isBase = row.currency_id === caller.session.organization.currency_id
  const accountOf = {
    // An advance invoice is not a sale yet.
    credit_note: ({ booked }: NotedRow) =>
      row.kind === 'advance_invoice' ? ('CONTRACT_LIAB' as const) : (booked?.account_id ?? ('SALES_RET' as const)),
    debit_note: ({ booked, product }: NotedRow) => bookedOr(booked, incomeAccount(product)),
    // A bill may have a stocked and an unstocked row of one product.
    supplier_credit: ({ booked, product, moved }: NotedRow) =>
      moved && isStocked(product) ? 'INV' : bookedOr(booked, purchaseAccount(unmoved(product))),
  }[kind.name]
  return {
    branch_id: row.branch_id,
    party_id: row.party_id,
    document_id: id,
    currency_id: isBase ? null : row.currency_id,
    totals: posted.totals,
    base: posted.base,
    lines: rows.map(({ of, stays }, index) => ({
      ...rowPosting(kind.side, () => accountOf(of), bookedProduct(of), of.cost_center_id),
      is_free: decimal(of.price).eq(0),
      stock_cost: costs[index] ?? null,
      delivered_from: stays ? (goods.get(of.delivered ?? 0)?.branch_id ?? null) : null,
    })),
    taxes: totals.taxes.map(({ key }, index) => {
      const own = taxes.find((tax) => tax.key === key)
      return { tax_id: own?.tax_id ?? null, box: own?.box ?? null, self_assessed: posted.self_assessed[index] }
    }),
  }
}

/** A purchase on an asset account has no cost center: the account of the original row decides. */
const bookedProduct = ({ product, booked }: NotedRow) => ({
  ...product,
  expense_class: booked && booked.role !== 'INV' ? booked.class : (product.expense_class ?? null),
})
