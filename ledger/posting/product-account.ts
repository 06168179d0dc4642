import type { Account } from '../account.ts'

export type ProductFacts = {
  type: 'product' | 'service'
  unlimited_quantity: boolean
  income_account_id?: number | null
  expense_account_id?: number | null
}

/** A product's type by its key: everything that is no service is goods. */
export const productType = (key: string | undefined): ProductFacts['type'] =>
  key === 'service' ? 'service' : 'product'

/** Goods with a quantity are stocked; services and goods without end are not (accounting rule 2.1-3). */
export function isStocked({ type, unlimited_quantity }: ProductFacts): boolean {
  return type === 'product' && !unlimited_quantity
}

/** The account of a product's sales: its own, else its type's (accounting rule 2.1-3). */
export function incomeAccount({ type, income_account_id }: ProductFacts): Account {
  return income_account_id ?? (type === 'service' ? 'REV_SRV' : 'REV_GOODS')
}

/**
 * A row that moves no stock posts like goods of unlimited quantity, for any product: only stock moves post to the stock
 * account (I06).
 */
export const unmoved = <Product extends ProductFacts>(product: Product): Product => ({
  ...product,
  unlimited_quantity: true,
})

/** The account of a purchase: stock, else non-stock purchases for goods, else the product's expense account. */
export function purchaseAccount(product: ProductFacts): Account {
  if (isStocked(product)) return 'INV'
  return product.expense_account_id ?? (product.type === 'service' ? 'EXP_DEFAULT' : 'NONSTOCK')
}
