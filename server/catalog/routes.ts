import type { FastifyInstance } from 'fastify'
import { productCategories, products, productTypesCall, units } from '#contract/catalog.ts'
import { mount } from '#server/kit/pipeline.ts'
import { mountResource, plainListing } from '#server/kit/routes.ts'
import { productListing, productOptions, readProduct } from './products.ts'
import { createProduct, removeProduct, updateProduct } from './save-product.ts'

export function catalogRoutes(app: FastifyInstance): void {
  mountResource(app, units, { listing: plainListing('units') })
  mountResource(app, productCategories, { listing: plainListing('product_categories') })
  mount(app, productTypesCall, async ({ db }) => ({
    data: await db.selectFrom('product_types').selectAll().orderBy('id').execute(),
  }))
  mountResource(app, products, {
    listing: productListing,
    read: readProduct,
    create: createProduct,
    update: updateProduct,
    remove: removeProduct,
    options: productOptions,
  })
}
