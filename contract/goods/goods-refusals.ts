import { placeRefusals } from '../places/place-refusals.ts'

/** The refusals of delivery notes and goods receipts, and of places. */
export const goodsRefusals = {
  order_delivered: 422,
  goods_of_service: 422,
  goods_over_order: 422,
  goods_nothing_open: 422,
  goods_exceeded: 422,
  goods_other_order: 422,
  goods_other_product: 422,
  goods_moved_later: 422,
  goods_note_void: 422,
  goods_note_returned: 422,
  goods_note_taken: 422,
  goods_of_several_orders: 422,
  goods_not_invoiced: 422,
  goods_not_delivered: 422,
  goods_taken_again: 422,
  ...placeRefusals,
} as const
