import type { FastifyInstance } from 'fastify'
import {
  nextProductCodeCall,
  productByBarcodeCall,
  productCategories,
  products,
  productTypesCall,
  units,
} from '#contract/catalog.ts'
import { countCalls, stockCounts } from '#contract/counts.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { lotChoicesCall, lotExpiryCall, lotOptionsCall, lots } from '#contract/lots/lots.ts'
import { productUnits } from '#contract/units/product-units.ts'
import { mount } from '#server/http/pipeline.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import { listRows } from '#server/resource/list.ts'
import type { OptionAsk } from '#server/resource/option-rows.ts'
import { mountResource } from '#server/resource/routes.ts'
import { productByBarcode } from './barcodes.ts'
import { countListing, countSheet, listCounts, readCount } from './counts.ts'
import { lotChoices } from './lot-choices.ts'
import { lotListing, optionsOfLots, readLot, setLotExpiry } from './lots.ts'
import { nextProductCode } from './next-code.ts'
import { categoryRules } from './product-categories.ts'
import { productListing, productOptions, readProduct } from './products.ts'
import { voidCount } from './reverse-count.ts'
import { saveCount } from './save-count.ts'
import { createProduct, removeProduct, updateProduct } from './save-product.ts'
import { productUnitRules } from './units/product-units.ts'

export function catalogRoutes(app: FastifyInstance): void {
  mountResource(app, units, { listing: plainListing('units') })
  mountResource(app, productCategories, categoryRules)
  mount(app, productTypesCall, async ({ db }) => ({
    data: await db.selectFrom('product_types').selectAll().orderBy('id').execute(),
  }))
  mount(app, nextProductCodeCall, async (context) => ({ data: { code: await nextProductCode(context) } }))
  mount(app, productByBarcodeCall, async (context, { query }) => ({
    data: await productByBarcode(context, query.barcode),
  }))
  mountResource(app, products, {
    listing: productListing,
    read: readProduct,
    create: createProduct,
    update: updateProduct,
    remove: removeProduct,
    options: productOptions,
  })
  mountResource(app, productUnits, productUnitRules)
  mount(app, lotOptionsCall, (context, { query }) => optionsOfLots(context, query as OptionAsk))
  mount(app, lots.calls.list, (context, { query }) =>
    listRows(context.db, lotListing(context), lots.list, query as ListQuery),
  )
  mount(app, lots.calls.read, async (context, { params }) => ({ data: await readLot(context, params.id) }))
  mount(app, lotExpiryCall, async (context, { params, body }) => {
    await setLotExpiry(context, params.id, body)
    return { data: await readLot(context, params.id) }
  })
  mount(app, lotChoicesCall, async (context, { query }) => ({ data: await lotChoices(context, query) }))
  mount(app, countCalls.sheet, async (context, { query }) => ({ data: await countSheet(context, query) }))
  mountResource(app, stockCounts, {
    listing: countListing,
    list: listCounts,
    read: readCount,
    create: (context, body) => saveCount(context, null, body),
    update: async (context, id, body) => void (await saveCount(context, id, body)),
    remove: voidCount,
  })
}
