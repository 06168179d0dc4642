import { noteKinds } from '#contract/documents/note-kinds.ts'
import { advances, purchases, sales } from '#contract/documents/sides.ts'
import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import { orderKinds } from '#contract/orders/order-kinds.ts'
import { assetEventImport, assetImport } from './history/asset-import.ts'
import { countImport, startingStockImport } from './history/count-import.ts'
import { customsImport } from './history/customs-import.ts'
import { landedCostImport } from './history/landed-import.ts'
import { adjustmentImport, clearingImport, returnImport, revaluationImport } from './history/ledger-import.ts'
import {
  assetClassImport,
  branchImport,
  categoryImport,
  forecastRowImport,
  methodImport,
  placeImport,
  taxImport,
  unitImport,
} from './history/master-import.ts'
import { noteImport } from './history/note-import.ts'
import { productUnitImport } from './history/product-unit-import.ts'
import { reversalImport } from './history/reversal-import.ts'
import { setOffImport } from './history/set-off-import.ts'
import { allocationImport, refundImport, retentionReleaseImport, writeOffImport } from './history/settlement-import.ts'
import { withholdingReturnImport } from './history/withholding-import.ts'
import { rateImport, yearClosingImport, yearImport } from './history/year-import.ts'
import { zakatAdjustmentImport, zakatLineImport, zakatYearImport } from './history/zakat-import.ts'
import { documentImport } from './kinds/document-import.ts'
import { goodsImport } from './kinds/goods-import.ts'
import type { ImportRules } from './kinds/import-kind.ts'
import { journalImport } from './kinds/journal-import.ts'
import { accountImport, costCenterImport } from './kinds/node-import.ts'
import { openingImport } from './kinds/opening-import.ts'
import { orderImport } from './kinds/order-import.ts'
import { partyImport } from './kinds/party-import.ts'
import { paymentImport } from './kinds/payment-import.ts'
import { priceListImport } from './kinds/price-list-import.ts'
import { productImport } from './kinds/product-import.ts'
import { transferImport } from './kinds/transfer-import.ts'

export const rulesOf: Record<ImportKindName, ImportRules> = {
  financial_years: yearImport,
  accounts: accountImport,
  cost_centers: costCenterImport,
  currency_rates: rateImport,
  branches: branchImport,
  places: placeImport,
  taxes: taxImport,
  units: unitImport,
  product_categories: categoryImport,
  payment_methods: methodImport,
  asset_classes: assetClassImport,
  forecast_rows: forecastRowImport,
  zakat_lines: zakatLineImport,
  zakat_years: zakatYearImport,
  zakat_adjustments: zakatAdjustmentImport,
  customers: partyImport(sales),
  suppliers: partyImport(purchases),
  products: productImport,
  product_units: productUnitImport,
  price_lists: priceListImport,
  opening_lines: openingImport('lines'),
  opening_receivables: openingImport('receivables'),
  opening_payables: openingImport('payables'),
  opening_customer_credits: openingImport('customer_credits'),
  opening_supplier_credits: openingImport('supplier_credits'),
  opening_stock: openingImport('stock'),
  quotations: orderImport(orderKinds.quotation),
  sales_orders: orderImport(orderKinds.sales_order),
  purchase_orders: orderImport(orderKinds.purchase_order),
  delivery_notes: goodsImport(goodsKinds.delivery_note),
  goods_receipts: goodsImport(goodsKinds.goods_receipt),
  bills: documentImport(purchases),
  customs_declarations: customsImport,
  advance_invoices: documentImport(advances),
  invoices: documentImport(sales),
  credit_notes: noteImport(noteKinds.credit_note),
  debit_notes: noteImport(noteKinds.debit_note),
  supplier_credits: noteImport(noteKinds.supplier_credit),
  landed_costs: landedCostImport,
  starting_stock: startingStockImport,
  stock_counts: countImport,
  stock_transfers: transferImport,
  income_payments: paymentImport(sales),
  expense_payments: paymentImport(purchases),
  allocations: allocationImport,
  refunds: refundImport,
  set_offs: setOffImport,
  write_offs: writeOffImport,
  retention_releases: retentionReleaseImport,
  reversals: reversalImport,
  journal_entries: journalImport,
  assets: assetImport,
  asset_events: assetEventImport,
  vat_adjustments: adjustmentImport,
  opening_clearings: clearingImport,
  fx_revaluations: revaluationImport,
  vat_returns: returnImport,
  withholding_returns: withholdingReturnImport,
  year_closings: yearClosingImport,
}
