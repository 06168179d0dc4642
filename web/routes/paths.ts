import type { NoteKind } from '#contract/documents/note-kinds.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { GoodsKindName } from '#contract/goods/goods-kinds.ts'
import type { OrderKindName } from '#contract/orders/order-kinds.ts'

/** Where a side's documents live in the application. */
export const documentPath = ({ document }: Pick<Side, 'document'>): string => documentFolders[document]
const documentFolders = {
  invoice: '/sales/invoices',
  bill: '/purchases/bills',
  advance_invoice: '/sales/advance-invoices',
}
/** Where quotations and orders live in the application. */
export const orderPath = (name: OrderKindName): string => orderFolders[name]
const orderFolders: Record<OrderKindName, string> = {
  quotation: '/sales/quotations',
  sales_order: '/sales/orders',
  purchase_order: '/purchases/orders',
}
/** Where delivery notes and goods receipts live in the application. */
export const goodsPath = (name: GoodsKindName): string => goodsFolders[name]
const goodsFolders: Record<GoodsKindName, string> = {
  delivery_note: '/sales/deliveries',
  goods_receipt: '/purchases/receipts',
}
/** The page after a save: our documents are shown as issued, a supplier's bill leads to its list. */
export const savedPath = (side: Side, id: number): string =>
  side.document === 'bill' ? documentPath(side) : `${documentPath(side)}/${id}/view`
export const paymentPath = (side: Side): string =>
  side.name === 'sales' ? '/accounting/income-payments' : '/accounting/expense-payments'

/** The pages of customers and suppliers. */
export const partyPath = ({ name }: Pick<Side, 'name'>): string =>
  name === 'sales' ? '/sales/customers' : '/purchases/suppliers'

/** The view page of a document or payment by kind and id; undefined for kinds without a page. */
export function viewPath(kind: string, id: number | string): string | undefined {
  const folder = viewFolders[kind]
  if (folder) return `${folder}/${id}/view`
  return kind.startsWith('opening_') ? '/accounting/opening' : undefined
}

const viewFolders: Record<string, string> = {
  invoice: '/sales/invoices',
  advance_invoice: '/sales/advance-invoices',
  credit_note: '/sales/credit-notes',
  debit_note: '/sales/debit-notes',
  bill: '/purchases/bills',
  supplier_credit: '/purchases/supplier-credits',
  ...orderFolders,
  ...goodsFolders,
  customs_declaration: '/purchases/customs-declarations',
  stock_transfer: '/inventory/transfers',
  set_off: '/accounting/set-offs',
  asset: '/accounting/assets',
  income_payment: '/accounting/income-payments',
  expense_payment: '/accounting/expense-payments',
  opening_customer_credit: '/accounting/opening/customer-credits',
  opening_supplier_credit: '/accounting/opening/supplier-credits',
}

/** Where notes of a kind live in the application. */
export const notePath = ({ side, path }: NoteKind): string =>
  side.name === 'sales' ? `/sales${path}` : `/purchases${path}`
/** Where a new note of a kind is written: below the document that it corrects. */
export const newNotePath = ({ action }: NoteKind, on: { kind: Side['document']; id: number }): string =>
  `${documentPath({ document: on.kind })}/${on.id}/${action}`

/** Where journal entries live in the application. */
export const journalPath = '/accounting/journal-entries'

export const bankRulesPath = '/accounting/bank-rules'
export const bankStatementsPath = '/accounting/bank-statements'
export const bankPath = '/accounting/bank-reconciliations'

export const billInboxPath = '/purchases/bill-inbox'

export const customsPath = '/purchases/customs-declarations'

export const countsPath = '/inventory/counts'

export const setOffsPath = '/accounting/set-offs'

export const zakatPath = '/accounting/zakat'
export const placesPath = '/inventory/places'
export const transfersPath = '/inventory/transfers'
export const productUnitsPath = '/inventory/product-units'
export const priceListsPath = '/inventory/price-lists'
export const forecastRowsPath = '/accounting/forecast-rows'
export const assetsPath = '/accounting/assets'
export const assetClassesPath = '/accounting/asset-classes'
export const assetTakingPath = '/accounting/asset-taking'
