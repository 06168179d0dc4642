/** The refusals of places and of transfers between them. */
export const placeRefusals = {
  place_short: 422,
  place_not_kept: 422,
  /** A user who keeps some places sends no events of all of them. */
  webhook_of_all_places: 422,
  place_holds_goods: 422,
  main_place_stays: 422,
  transfer_to_itself: 422,
  transfer_kept: 422,
  transfer_void: 422,
  transfer_moved_on: 422,
  transfer_not_sent: 422,
  transfer_received: 422,
  more_than_sent: 422,
  product_twice: 422,
} as const
