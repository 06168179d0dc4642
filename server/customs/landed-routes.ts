import type { FastifyInstance } from 'fastify'
import { landedCostCalls } from '#contract/documents/landed-costs.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { landCost, previewLanding } from './land-cost.ts'
import { arrivedGoods, receiptOptions } from './landed-goods.ts'
import { billOptions } from './read-declaration.ts'
import { showLandedCosts } from './stored-landed-cost.ts'
import { takeBackLandedCost } from './take-back-landed-cost.ts'

export function landedCostRoutes(app: FastifyInstance): void {
  const { show, land, preview, takeBack, bills, receipts, goods } = landedCostCalls
  mount(app, show, async (context, { params }) => ({ data: await showLandedCosts(context, params.id) }))
  mount(app, land, async (context, { params, body }) => {
    await landCost(context, { ...body, id: params.id })
    return { data: await showLandedCosts(context, params.id) }
  })
  mountPlanPreview(app, preview, (context, { params, body }) => previewLanding(context, { ...body, id: params.id }))
  mount(app, takeBack, async (context, { params }) => ({
    data: await showLandedCosts(context, await takeBackLandedCost(context, params.id)),
  }))
  mount(app, bills, async (context, { query }) => ({ data: await billOptions(context, query) }))
  mount(app, receipts, async (context, { query }) => ({ data: await receiptOptions(context, query) }))
  mount(app, goods, async (context, { query }) => {
    const arrivals = { bill_ids: query.bill_id ?? [], receipt_ids: query.goods_receipt_id ?? [] }
    return { data: await arrivedGoods(context, arrivals) }
  })
}
