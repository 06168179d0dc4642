import { idOf, type Organization } from '../harness/organization.ts'

let codes = 0
/** A product without stock, with batches or serial numbers. */
export const trackedProduct = (
  owner: Organization,
  tracking: 'none' | 'batch' | 'serial',
  tracks_expiry = false,
): Promise<number> =>
  idOf(
    owner.post('/products', {
      product_type_id: 1,
      product_category_id: owner.ids.category,
      unit_id: owner.ids.unit,
      sale_price: '60',
      purchase_price: '40',
      apply_tax: true,
      quantity: '0',
      status: 'active',
      code: `LT${++codes}-${crypto.randomUUID().slice(0, 6)}`,
      name: 'بضاعة بدفعات',
      tracking,
      tracks_expiry,
    }),
  )
