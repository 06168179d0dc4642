import type { FastifyInstance } from 'fastify'
import { purchases, sales } from '#contract/documents/sides.ts'
import { overviewCalls } from '#contract/reports/overviews.ts'
import { mount } from '#server/http/pipeline.ts'
import { showAccountOverview } from './account-overview.ts'
import { partyBalancesOf } from './party-balances.ts'
import { showPartyOverview } from './party-overview.ts'
import { showProductOverview } from './product-overview.ts'

export function overviewRoutes(app: FastifyInstance): void {
  for (const [call, side] of [
    [overviewCalls.customerBalances, sales],
    [overviewCalls.supplierBalances, purchases],
  ] as const)
    mount(app, call, async (context, { query }) => ({
      data: (await partyBalancesOf(context, side, query.ids)).map(({ id, total, overdue }) => ({
        id,
        balance: total,
        overdue,
      })),
    }))
  mount(app, overviewCalls.stockValues, async ({ db }, { query }) => ({
    data: await db
      .selectFrom('stock_items')
      .select(['product_id as id', 'value'])
      .where('product_id', 'in', query.ids)
      .execute(),
  }))
  mount(app, overviewCalls.customer, async (context, { params }) => ({
    data: await showPartyOverview(context, sales, params.id),
  }))
  mount(app, overviewCalls.supplier, async (context, { params }) => ({
    data: await showPartyOverview(context, purchases, params.id),
  }))
  mount(app, overviewCalls.product, async (context, { params }) => ({
    data: await showProductOverview(context, params.id),
  }))
  mount(app, overviewCalls.account, async (context, { params }) => ({
    data: await showAccountOverview(context, params.id),
  }))
}
