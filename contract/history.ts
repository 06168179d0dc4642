import { z } from 'zod'
import { purchases, sales } from './documents/sides.ts'
import { id } from './fields/choice.ts'
import { wire } from './fields/decimal.ts'
import { instant, maybeText, nullableInt } from './fields/response-fields.ts'
import { goodsKinds } from './goods/goods-kinds.ts'
import { type Call, defineCall, listCalls } from './kit/resource.ts'

/**
 * Who may see the history of a record: its address, its read permission, and its name in the journal. A write-off is
 * posted by its document, whose list of entries is the only page that shows it.
 */
export const journalSources = [
  {
    name: 'invoice',
    path: sales.documentPath,
    admission: 'read-invoice',
    sources: ['invoice', 'write_off', 'retention'],
  },
  {
    name: 'advance_invoice',
    path: '/advance-invoices',
    admission: 'read-invoice',
    sources: ['advance_invoice', 'write_off'],
  },
  {
    name: 'bill',
    path: purchases.documentPath,
    admission: 'read-bill',
    sources: ['bill', 'write_off', 'landed_cost', 'retention'],
  },
  { name: 'credit_note', path: '/credit-notes', admission: 'read-invoice', sources: ['credit_note'] },
  { name: 'debit_note', path: '/debit-notes', admission: 'read-invoice', sources: ['debit_note', 'write_off'] },
  { name: 'supplier_credit', path: '/supplier-credits', admission: 'read-bill', sources: ['supplier_credit'] },
  {
    name: 'customs_declaration',
    path: '/customs-declarations',
    admission: 'read-bill',
    sources: ['customs_declaration', 'write_off'],
  },
  { name: 'income_payment', path: sales.paymentPath, admission: 'read-income-payment', sources: ['income_payment'] },
  {
    name: 'opening_customer_credit',
    path: '/accounting/opening/customer-credits',
    admission: 'read-income-payment',
    sources: ['opening_customer_credit'],
  },
  {
    name: 'opening_supplier_credit',
    path: '/accounting/opening/supplier-credits',
    admission: 'read-expense-payment',
    sources: ['opening_supplier_credit'],
  },
  {
    name: 'expense_payment',
    path: purchases.paymentPath,
    admission: 'read-expense-payment',
    sources: ['expense_payment'],
  },
  {
    name: 'journal_entry',
    path: '/accounting/journal-entries',
    admission: 'read-journal-entry',
    sources: ['manual'],
  },
  { name: 'set_off', path: '/accounting/set-offs', admission: 'set-off-balances', sources: ['set_off'] },
  { name: 'asset', path: '/accounting/assets', admission: 'read-fixed-asset', sources: ['asset'] },
  {
    name: 'delivery_note',
    path: goodsKinds.delivery_note.path,
    admission: 'read-delivery-note',
    sources: ['delivery_note'],
  },
  {
    name: 'goods_receipt',
    path: goodsKinds.goods_receipt.path,
    admission: 'read-goods-receipt',
    sources: ['goods_receipt'],
  },
  { name: 'stock_count', path: '/inventory/counts', admission: 'adjust-stock', sources: ['inventory_count'] },
  {
    name: 'fx_revaluation',
    path: '/accounting/fx-revaluations',
    admission: 'read-journal-entry',
    sources: ['fx_revaluation', 'fx_revaluation_cash', 'fx_revaluation_return'],
  },
] as const
export type JournalSource = (typeof journalSources)[number]

const names = { name: z.string(), name_en: maybeText }
const entry = z.object({
  id: z.int(),
  entry_number: z.int(),
  entry_date: z.string(),
  kind: z.string(),
  /** Its common name: if it shares its kind with others, by its source. */
  called: z.string(),
  description: maybeText,
  posted_at: instant,
  posted_by: maybeText,
  /** The number of the entry this one takes back, or of the one that takes it back. */
  reverses: nullableInt,
  reversed_by: nullableInt,
  lines: z.array(
    z.object({
      line_number: z.int(),
      account_id: z.int(),
      account_number: z.string(),
      ...names,
      branch: z.string(),
      branch_en: maybeText,
      party: maybeText,
      party_en: maybeText,
      debit: wire,
      credit: wire,
      currency_code: z.string(),
      currency_decimals: z.int(),
      amount_currency: wire,
    }),
  ),
})
export type PostedEntry = z.output<typeof entry>

const revision = z.object({
  revision: z.int(),
  revised_at: instant,
  revised_by: maybeText,
  /** The record before the change, as it was entered. */
  body: z.record(z.string(), z.unknown()),
})
export type Revision = z.output<typeof revision>

const drill = ({ name, path, admission }: JournalSource) => {
  const shared = {
    method: 'GET',
    kind: 'options',
    admission: [admission],
    labels: name,
    params: z.object({ id }),
  } as const
  return {
    /** The entries a record posted, oldest first, with their lines. */
    entries: defineCall({ ...shared, path: `${path}/:id/entries`, answer: entry }),
    /** The versions before each correction, latest first. */
    revisions: defineCall({ ...shared, path: `${path}/:id/revisions`, answer: revision }),
  }
}
/** By the record's name: `historyCalls.invoice.entries`. */
export const historyCalls = Object.fromEntries(journalSources.map((source) => [source.name, drill(source)])) as Record<
  JournalSource['name'],
  ReturnType<typeof drill>
>
export const allHistoryCalls: readonly Call[] = Object.values(historyCalls).flatMap((own) => listCalls(own))
