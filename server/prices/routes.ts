import type { FastifyInstance } from 'fastify'
import { listedPricesCall, priceLists } from '#contract/prices/price-lists.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountResource } from '#server/resource/routes.ts'
import { listedPrices } from './listed-prices.ts'
import { priceListListing, readPriceList } from './read-price-list.ts'
import { createPriceList, updatePriceList } from './save-price-list.ts'

export function priceRoutes(app: FastifyInstance): void {
  mount(app, listedPricesCall, async (context, { query }) => ({ data: await listedPrices(context, query) }))
  mountResource(app, priceLists, {
    listing: priceListListing,
    read: readPriceList,
    create: createPriceList,
    update: updatePriceList,
  })
}
