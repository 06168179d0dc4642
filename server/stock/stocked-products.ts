import { isStocked, productType } from '#ledger/posting/product-account.ts'
import type { Need } from '#server/core/needs.ts'
import { productIds, type StockedBy } from './stock-facts.ts'

export type StockedProduct = { id: number; purchase_price: string; is_stocked: boolean }
export type StockedProducts = ReadonlyMap<number, StockedProduct>

/** Products, and whether each has stock: services and goods with unlimited quantity have none. */
export const stockedProducts = (stocked: StockedBy): Need<StockedProducts> => ({
  load: async (context) => {
    const rows = await context.db
      .selectFrom('products')
      .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
      .select(['products.id', 'products.purchase_price', 'products.unlimited_quantity', 'product_types.key as type'])
      .where('products.id', '=', productIds(context, stocked))
      .execute()
    return new Map(
      rows.map(({ id, purchase_price, unlimited_quantity, type }) => [
        id,
        { id, purchase_price, is_stocked: isStocked({ type: productType(type), unlimited_quantity }) },
      ]),
    )
  },
})
