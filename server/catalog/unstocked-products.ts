import { isStocked, productType } from '#ledger/posting/product-account.ts'
import type { Context } from '#server/core/context.ts'

/** Products without stock: services, and goods with unlimited quantity. */
export async function unstockedOf({ db }: Context, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return []
  const products = await db
    .selectFrom('products')
    .innerJoin('product_types', 'product_types.id', 'products.product_type_id')
    .select(['products.id', 'products.unlimited_quantity', 'product_types.key as type'])
    .where('products.id', 'in', [...new Set(productIds)])
    .execute()
  const holds = ({ type, unlimited_quantity }: (typeof products)[number]) =>
    isStocked({ type: productType(type), unlimited_quantity })
  return products.filter((product) => !holds(product)).map(({ id }) => id)
}
