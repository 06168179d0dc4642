/** Goods of a limited quantity are counted and valued; services and goods without limit are not. */
export const isStocked = (product: { type: string; unlimited_quantity: boolean }): boolean =>
  product.type === 'product' && !product.unlimited_quantity
