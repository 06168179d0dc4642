import { purchases, sales } from '../documents/sides.ts'
import { orderKinds } from '../orders/order-kinds.ts'

/**
 * What moves goods of an order on its own day: to a customer, or from a supplier. A return is a note of the same kind. The invoice or the
 * bill of it follows, and moves no stock.
 */
export const goodsKinds = {
  delivery_note: {
    name: 'delivery_note',
    path: '/delivery-notes',
    entity: 'delivery-note',
    side: sales,
    order: orderKinds.sales_order,
    /** The account on which goods wait for their document. */
    account: 'GDNI',
    document: 'invoice',
  },
  goods_receipt: {
    name: 'goods_receipt',
    path: '/goods-receipts',
    entity: 'goods-receipt',
    side: purchases,
    order: orderKinds.purchase_order,
    account: 'GRNI',
    document: 'bill',
  },
} as const

export type GoodsKindName = keyof typeof goodsKinds
export type GoodsKind = (typeof goodsKinds)[GoodsKindName]
