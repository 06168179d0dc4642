import type { parties } from '#contract/parties.ts'
import type { RecordOf } from '../api/resource.ts'

export type PartyRecord = RecordOf<(typeof parties)['sales']>
