/** Refusals of people and roles, of the keys of programs and of webhooks. */
export const peopleRefusals = {
  // people
  last_owner: 422,
  owner_only: 422,
  not_yours_to_grant: 422,
  holds_more_than_you: 422,
  unknown_permission: 422,
  role_in_use: 422,
  not_yourself: 422,
  not_own_factor: 422,
  // keys of programs
  key_expiry_past: 422,
  key_expiry_far: 422,
  key_ended: 422,
  // webhooks
  webhook_address: 422,
  webhook_waiting: 422,
} as const
