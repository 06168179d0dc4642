import { sql } from 'kysely'
import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import type { customers } from '#contract/parties.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storeImage } from '#server/files/store-image.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type PartyInput = z.output<typeof customers.input>

/** Creates (without an id) or changes a customer or supplier; answers its id. */
export async function saveParty(context: Context, side: Side, id: number | null, body: PartyInput): Promise<number> {
  const { db } = context
  const { avatar_file, version, country_id, city_id, ...fields } = body
  if (id !== null) await requireParty(context, side, id)
  await requireRows(db, { country_id: ['countries', country_id], city_id: ['cities', city_id] })
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  // Both places have a default and are never empty: an emptied select is that again.
  const places = { ...placed('country_id', country_id), ...placed('city_id', city_id) }
  const values = { ...fields, ...places, ...(avatar !== undefined && { avatar }) }
  if (id === null) return insertRow(db, 'parties', { ...values, kind: side.party })
  await updateRow(db, 'parties', id, values, version)
  return id
}

const placed = (column: 'country_id' | 'city_id', id: number | null | undefined) =>
  id === undefined ? {} : { [column]: id ?? sql`DEFAULT` }

/** A supplier's id under /customers is no customer. */
export async function requireParty({ db }: Context, side: Side, id: number): Promise<void> {
  const row = await db
    .selectFrom('parties')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', side.party)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
}
