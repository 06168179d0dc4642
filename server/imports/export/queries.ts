import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import { assetClassesQuery, assetEventsQuery, assetsQuery } from './asset-queries.ts'
import { countsQuery, customsQuery, documentsQuery, landedCostsQuery, notesQuery } from './document-queries.ts'
import { goodsQuery } from './goods-queries.ts'
import {
  adjustmentsQuery,
  clearingsQuery,
  closingsQuery,
  journalQuery,
  returnsQuery,
  revaluationsQuery,
  withholdingReturnsQuery,
} from './ledger-queries.ts'
import { openItemsQuery, openingLinesQuery, openingStockQuery, startingStockQuery } from './opening-queries.ts'
import { ordersQuery } from './order-queries.ts'
import { placesQuery, transfersQuery } from './place-queries.ts'
import { priceListsQuery } from './price-list-queries.ts'
import type { KindQuery } from './query.ts'
import { reversalsQuery } from './reversal-queries.ts'
import {
  branchesQuery,
  categoriesQuery,
  forecastRowsQuery,
  methodsQuery,
  nodesQuery,
  partiesQuery,
  productsQuery,
  productUnitsQuery,
  ratesQuery,
  taxesQuery,
  unitsQuery,
  yearsQuery,
  zakatAdjustmentsQuery,
  zakatLinesQuery,
  zakatYearsQuery,
} from './setting-queries.ts'
import {
  allocationsQuery,
  paymentsQuery,
  refundsQuery,
  retentionReleasesQuery,
  setOffsQuery,
  writeOffsQuery,
} from './settlement-queries.ts'

const invoiceHeads = { number: 'invoice_number', date: 'invoice_date', party: 'customer_id' }

export const kindQueries: Record<ImportKindName, KindQuery> = {
  financial_years: yearsQuery,
  accounts: nodesQuery('accounts'),
  cost_centers: nodesQuery('cost_centers'),
  currency_rates: ratesQuery,
  branches: branchesQuery,
  places: placesQuery,
  taxes: taxesQuery,
  units: unitsQuery,
  product_categories: categoriesQuery,
  payment_methods: methodsQuery,
  asset_classes: assetClassesQuery,
  forecast_rows: forecastRowsQuery,
  zakat_lines: zakatLinesQuery,
  zakat_years: zakatYearsQuery,
  zakat_adjustments: zakatAdjustmentsQuery,
  customers: partiesQuery('customer'),
  suppliers: partiesQuery('supplier'),
  products: productsQuery,
  product_units: productUnitsQuery,
  price_lists: priceListsQuery,
  opening_lines: openingLinesQuery,
  opening_receivables: openItemsQuery('opening_receivable', 'customer_id'),
  opening_payables: openItemsQuery('opening_payable', 'supplier_id'),
  opening_customer_credits: openItemsQuery('opening_customer_credit', 'customer_id'),
  opening_supplier_credits: openItemsQuery('opening_supplier_credit', 'supplier_id'),
  opening_stock: openingStockQuery,
  quotations: ordersQuery('quotation', { until: 'valid_until', party: 'customer_id' }),
  sales_orders: ordersQuery('sales_order', { until: 'wanted_on', party: 'customer_id' }),
  purchase_orders: ordersQuery('purchase_order', { until: 'wanted_on', party: 'supplier_id' }),
  delivery_notes: goodsQuery('delivery_note'),
  goods_receipts: goodsQuery('goods_receipt'),
  bills: documentsQuery('bill', { number: 'bill_number', date: 'bill_date', party: 'supplier_id' }),
  customs_declarations: customsQuery,
  advance_invoices: documentsQuery('advance_invoice', invoiceHeads),
  invoices: documentsQuery('invoice', invoiceHeads),
  credit_notes: notesQuery('credit_note', 'customer_id'),
  debit_notes: notesQuery('debit_note', 'customer_id'),
  supplier_credits: notesQuery('supplier_credit', 'supplier_id'),
  landed_costs: landedCostsQuery,
  starting_stock: startingStockQuery,
  stock_counts: countsQuery,
  stock_transfers: transfersQuery,
  income_payments: paymentsQuery('income', 'customer_id'),
  expense_payments: paymentsQuery('expense', 'supplier_id'),
  allocations: allocationsQuery,
  refunds: refundsQuery,
  set_offs: setOffsQuery,
  write_offs: writeOffsQuery,
  retention_releases: retentionReleasesQuery,
  reversals: reversalsQuery,
  journal_entries: journalQuery,
  assets: assetsQuery,
  asset_events: assetEventsQuery,
  vat_adjustments: adjustmentsQuery,
  opening_clearings: clearingsQuery,
  fx_revaluations: revaluationsQuery,
  vat_returns: returnsQuery,
  withholding_returns: withholdingReturnsQuery,
  year_closings: closingsQuery,
}
