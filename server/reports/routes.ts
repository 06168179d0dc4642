import type { FastifyInstance } from 'fastify'
import type { Report } from '#contract/reports/define-report.ts'
import { productCardCall } from '#contract/reports/product-card.ts'
import { reports } from '#contract/reports/reports.ts'
import { homeCall } from '#contract/reports.ts'
import { purchases, sales } from '#contract/sides.ts'
import { mount } from '#server/kit/pipeline.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { showAccountStatement } from './account-statement.ts'
import { showAged } from './aged-items.ts'
import { showBalanceSheet } from './balance-sheet.ts'
import { showCashFlow } from './cash-flow.ts'
import { showEntryDigests } from './entry-digests.ts'
import { homeFigures } from './home.ts'
import { showInventoryValuation } from './inventory-valuation.ts'
import { showJournal } from './journal.ts'
import { markReview } from './mark-review.ts'
import { type BuildSheet, mountReport, showReport } from './mount-report.ts'
import { showOpenItems } from './open-rows.ts'
import { pageOfRows } from './page-rows.ts'
import { showPartyStatement } from './party-statement.ts'
import { showCostCenters, showProfitAndLoss } from './profit-and-loss.ts'
import { showStockCard } from './stock-card.ts'
import { showTrade } from './trade.ts'
import { showTradeDetails } from './trade-details.ts'
import { showTrialBalance } from './trial-balance.ts'
import { showVatDetails } from './vat-details.ts'
import { showVatReturn } from './vat-return.ts'

export function reportRoutes(app: FastifyInstance): void {
  mount(app, homeCall, async (context) => ({ data: await homeFigures(context) }))
  mountReport(app, reports.profitAndLoss, markReview(showProfitAndLoss))
  mountReport(app, reports.balanceSheet, markReview(showBalanceSheet))
  mountReport(app, reports.cashFlow, markReview(showCashFlow))
  mountReport(app, reports.costCenters, markReview(showCostCenters))
  mountReport(app, reports.journal, showJournal)
  mountReport(app, reports.entryDigests, showEntryDigests)
  mountReport(app, reports.vatReturn, showVatReturn)
  mountReport(app, reports.vatDetails, showVatDetails)
  mountReport(app, reports.trialBalance, markReview(showTrialBalance))
  mountReport(app, reports.accountStatement, showAccountStatement)
  mountReport(app, reports.agedReceivables, showAged(sales))
  mountReport(app, reports.agedPayables, showAged(purchases))
  mountReport(app, reports.openReceivables, showOpenItems(sales))
  mountReport(app, reports.openPayables, showOpenItems(purchases))
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
