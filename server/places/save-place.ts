import type { z } from 'zod'
import type { stockPlaces } from '#contract/places/places.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'

/** `is_transit`: the place of what is on the way, as a file says it. */
export type PlaceInput = z.output<typeof stockPlaces.input> & { is_transit?: boolean | undefined }

/** The first place of an organization is where all its goods are so far, and where goods are that no transfer brings elsewhere. */
export async function createPlace(context: Context, input: PlaceInput): Promise<number> {
  const { db } = context
  await requireRows(db, { branch_id: ['branches', input.branch_id, {}, null] })
  // Two first places wait for each other.
  await db.selectFrom('organizations').select('organization_id').forUpdate().execute()
  const main = await db.selectFrom('places').select('id').where('is_main', '=', true).executeTakeFirst()
  if (!main && input.status !== 'active') throw new Refusal('main_place_stays', { field: 'status' })
  await releaseUsual(context, input, 0)
  return insertRow(db, 'places', { ...columnsOf(input), is_main: !main })
}

/** A place is closed once it is empty. */
export async function updatePlace(context: Context, id: number, input: PlaceInput): Promise<void> {
  const { db } = context
  const stored = await lockedPlace(context, id)
  await requireRows(db, { branch_id: ['branches', input.branch_id, {}, stored.branch_id] })
  if (input.status !== 'active' && stored.status === 'active') await requireClosable(context, stored)
  await releaseUsual(context, { is_usual: stored.is_usual, ...sentFields(input) }, id)
  await updateRow(db, 'places', id, columnsOf(input), input.version)
}

/** The main place goes last: the others are what it is not. */
export async function removePlace(context: Context, id: number): Promise<void> {
  const { is_main } = await lockedPlace(context, id)
  const other = await context.db.selectFrom('places').select('id').where('id', '!=', id).executeTakeFirst()
  if (is_main && other) throw new Refusal('main_place_stays')
  await deleteRow(context, 'places', id)
}

/** A branch has one usual place. */
async function releaseUsual(
  { db }: Context,
  { is_usual, branch_id }: Pick<PlaceInput, 'is_usual' | 'branch_id'>,
  id: number,
) {
  if (!is_usual) return
  const others = db.updateTable('places').set({ is_usual: false }).where('branch_id', '=', branch_id)
  await others.where('is_usual', '=', true).where('id', '!=', id).execute()
}

const columnsOf = ({ version: _, ...columns }: PlaceInput) => sentFields(columns)

async function lockedPlace({ db }: Context, id: number) {
  const row = await db.selectFrom('places').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function requireClosable({ db }: Context, { id, is_main }: { id: number; is_main: boolean }): Promise<void> {
  if (is_main) throw new Refusal('main_place_stays', { field: 'status' })
  const held = db.selectFrom('place_stocks').select('product_id').where('place_id', '=', id).where('quantity', '>', '0')
  if (await held.executeTakeFirst()) throw new Refusal('place_holds_goods', { field: 'status' })
}
