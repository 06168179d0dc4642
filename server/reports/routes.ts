import type { FastifyInstance } from 'fastify'
import { purchases, sales } from '#contract/documents/sides.ts'
import { goodsKinds } from '#contract/goods/goods-kinds.ts'
import { auditorSetCall } from '#contract/reports/auditor-set.ts'
import type { Report } from '#contract/reports/define-report.ts'
import { deskCall } from '#contract/reports/desk.ts'
import { productCardCall } from '#contract/reports/product-card.ts'
import { reports } from '#contract/reports/reports.ts'
import { trialBalanceTrendCall } from '#contract/reports/trial-balance-trend.ts'
import { homeCall } from '#contract/reports.ts'
import { Refusal } from '#server/core/refusal.ts'
import { mount, mountPersonal } from '#server/http/pipeline.ts'
import { showAccountStatement } from './account-statement/account-statement.ts'
import { showPartyStatement } from './account-statement/party-statement.ts'
import { showAssetRegister } from './assets/asset-register.ts'
import { showTaxPools } from './assets/tax-pools.ts'
import { showVatAdjustments } from './assets/vat-adjustments.ts'
import { auditorSet } from './auditor/auditor-set.ts'
import { showStatementNotes } from './auditor/statement-notes.ts'
import { readDesk } from './desk/read-desk.ts'
import { markReview } from './framework/flag-under-review.ts'
import { type BuildSheet, mountReport, showReport } from './framework/mount-report.ts'
import { pageOfRows } from './framework/slice-rows.ts'
import { showWaitingGoods } from './goods/waiting-goods.ts'
import { homeFigures } from './home/dashboard.ts'
import { showExpiringStock } from './inventory/expiring-stock.ts'
import { showGoodsInTransit } from './inventory/goods-in-transit.ts'
import { showInventoryValuation } from './inventory/inventory-valuation.ts'
import { showLotCard } from './inventory/lot-card.ts'
import { showSlowMovingStock } from './inventory/slow-moving-stock.ts'
import { showStockByLot } from './inventory/stock-by-lot.ts'
import { showStockByPlace } from './inventory/stock-by-place.ts'
import { showStockCard } from './inventory/stock-card.ts'
import { showWhatToBuy } from './inventory/what-to-buy.ts'
import { showDeferrals } from './journal/deferrals.ts'
import { showEntryDigests } from './journal/entry-hashes-report.ts'
import { showJournal } from './journal/journal.ts'
import { overviewRoutes } from './overview/routes.ts'
import { showAged } from './receivables/aging-report.ts'
import { showOpenItems } from './receivables/open-items-report.ts'
import { showRetentionCalendar } from './receivables/retention-calendar.ts'
import { showBalanceSheet } from './statements/balance-sheet.ts'
import { showCashFlow } from './statements/cash-flow.ts'
import { showChangesInEquity } from './statements/changes-in-equity.ts'
import { showCostCenters, showProfitAndLoss } from './statements/profit-and-loss.ts'
import { showTrialBalance } from './statements/trial-balance.ts'
import { trialBalanceTrend } from './statements/trial-balance-trend.ts'
import { showTrade } from './trade/trade.ts'
import { showTradeDetails } from './trade/trade-details.ts'
import { showVatDetails } from './vat/vat-details.ts'
import { showVatReturn } from './vat/vat-return.ts'
import { showWithholdingByPayee } from './vat/withholding-by-payee.ts'

export function reportRoutes(app: FastifyInstance): void {
  overviewRoutes(app)
  mountPersonal(app, deskCall, async (services, session) => ({ data: await readDesk(services, session) }))
  mount(app, homeCall, async (context) => ({ data: await homeFigures(context) }))
  mountReport(app, reports.profitAndLoss, markReview(showProfitAndLoss))
  mountReport(app, reports.balanceSheet, markReview(showBalanceSheet))
  mountReport(app, reports.cashFlow, markReview(showCashFlow))
  mountReport(app, reports.statementNotes, markReview(showStatementNotes))
  mount(app, auditorSetCall, async (context, { query }) => ({ file: await auditorSet(context, query) }))
  mountReport(app, reports.changesInEquity, markReview(showChangesInEquity))
  mountReport(app, reports.costCenters, markReview(showCostCenters))
  mountPaged(app, reports.deferrals, showDeferrals)
  mountPaged(app, reports.assetRegister, showAssetRegister)
  mountReport(app, reports.taxPools, showTaxPools)
  mountReport(app, reports.vatAdjustments, showVatAdjustments)
  mountReport(app, reports.withholdingByPayee, showWithholdingByPayee)
  mountReport(app, reports.deliveredNotInvoiced, showWaitingGoods(goodsKinds.delivery_note))
  mountReport(app, reports.receivedNotBilled, showWaitingGoods(goodsKinds.goods_receipt))
  mountReport(app, reports.journal, showJournal)
  mountReport(app, reports.entryDigests, showEntryDigests)
  mountReport(app, reports.vatReturn, showVatReturn)
  mountReport(app, reports.vatDetails, showVatDetails)
  mountReport(app, reports.trialBalance, markReview(showTrialBalance))
  mount(app, trialBalanceTrendCall, async (context, { query }) => ({
    data: await trialBalanceTrend(context, query.to),
  }))
  mountReport(app, reports.accountStatement, showAccountStatement)
  mountReport(app, reports.agedReceivables, showAged(sales))
  mountReport(app, reports.agedPayables, showAged(purchases))
  mountReport(app, reports.openReceivables, showOpenItems(sales))
  mountReport(app, reports.openPayables, showOpenItems(purchases))
  mountPaged(app, reports.retentionCalendar, showRetentionCalendar)
  mountReport(app, reports.customerStatement, showPartyStatement(sales))
  mountReport(app, reports.supplierStatement, showPartyStatement(purchases))
  mountReport(app, reports.salesByCustomer, showTrade(sales, 'party'))
  mountReport(app, reports.salesByProduct, showTrade(sales, 'product'))
  mountReport(app, reports.purchasesBySupplier, showTrade(purchases, 'party'))
  mountReport(app, reports.purchasesByProduct, showTrade(purchases, 'product'))
  mountReport(app, reports.salesDetails, showTradeDetails(sales))
  mountReport(app, reports.purchasesDetails, showTradeDetails(purchases))
  mountPaged(app, reports.inventoryValuation, showInventoryValuation)
  mountReport(app, reports.stockCard, showStockCard)
  mountPaged(app, reports.stockByPlace, showStockByPlace)
  mountPaged(app, reports.stockByLot, showStockByLot)
  mountPaged(app, reports.expiringStock, showExpiringStock)
  mountPaged(app, reports.lotCard, showLotCard)
  mountPaged(app, reports.goodsInTransit, showGoodsInTransit)
  mountPaged(app, reports.whatToBuy, showWhatToBuy)
  mountPaged(app, reports.slowMovingStock, showSlowMovingStock)
  mount(app, productCardCall, async (context, { params, query }) => {
    const product = await context.db.selectFrom('products').select('id').where('id', '=', params.id).executeTakeFirst()
    if (!product) throw new Refusal('not_found')
    return {
      data: await showReport<typeof reports.stockCard>(context, { ...query, product_id: params.id }, showStockCard),
    }
  })
}

/** A report that is worked out whole and read a page at a time. */
function mountPaged<const R extends Report>(app: FastifyInstance, report: R, build: BuildSheet<R>): void {
  mountReport(app, report, async (context, query, limit) =>
    pageOfRows(await build(context, query, limit), (query as { after?: string }).after, limit),
  )
}
