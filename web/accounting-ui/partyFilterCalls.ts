import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { optionsOf } from '../api/optionsOf.ts'

/** What the lists of a side filter by the id of: their customer or supplier. */
export const partyFilterCalls = (side: Side) => ({ [side.partyField]: optionsOf(parties[side.name]) })
