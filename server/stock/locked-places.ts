import type { Need } from '#server/core/needs.ts'

export type PlaceRows = ReadonlyMap<number, { id: number; is_main: boolean; is_transit: boolean; status: string }>

/** Places, locked in the order of their ids: none is closed while goods come to it. */
export const lockedPlaces = (ids: readonly number[]): Need<PlaceRows> => ({
  lock: 'records',
  load: async ({ db }) => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('places')
      .select(['id', 'is_main', 'is_transit', 'status'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forShare()
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
})
