import { partyStatus } from '#contract/fields/choice.ts'

/** In the order of the contract. */
export const partyStatuses = partyStatus.options
