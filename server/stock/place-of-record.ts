import { type RawBuilder, sql } from 'kysely'
import type { FieldErrors } from '#contract/issues.ts'
import type { Context, Session } from '#server/core/context.ts'
import { keepsPlace } from '#server/core/kept-places.ts'
import { known, type Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'

/** What a record asks: undefined is the usual place, null the main one as it was before places. */
type PlaceOfInput = { place_id?: number | null | undefined; branch_id: number | null }
/** The place of a record: as it is stored, and as its moves name it, where null is the main one. */
export type RecordPlace = {
  id: number | null
  moves: number | null
  name?: string
  name_en?: string | null
  error?: FieldErrors[string]
}
type Row = { id: number; name: string; name_en: string | null; is_main: boolean; status: string }

export const unplaced: RecordPlace = { id: null, moves: null }

/**
 * The place whose goods a record moves, locked so that it is not closed meanwhile. Where it names none, it is the usual one of the user,
 * of the branch, or the main one.
 */
export const placeOfRecord = (asked: PlaceOfInput): Need<RecordPlace> =>
  asked.place_id === null ? known(unplaced) : { lock: 'records', load: (context) => loadPlace(context, asked) }

/** The place of a document, for what corrects it. */
export const placeOfDocument = (id: number): Need<RecordPlace> => ({
  lock: 'records',
  load: async (context) => {
    const own = context.session.organization_id
    const which = sql`id = (SELECT place_id FROM documents WHERE organization_id = ${own} AND id = ${id})`
    return (await placeWhere(context, which)) ?? unplaced
  },
})

async function loadPlace(context: Context, { place_id, branch_id }: PlaceOfInput): Promise<RecordPlace> {
  const { session } = context
  if (!place_id && !session.organization.uses_places) return unplaced
  const which = place_id ? sql`id = ${place_id}` : isUsual(session, branch_id)
  const unknown = place_id ? { ...unplaced, error: { code: 'unknown_reference' } } : unplaced
  return (await placeWhere(context, which)) ?? unknown
}

/** Which place it is where none is named. */
function isUsual({ organization_id, user_id, places }: Session, branch_id: number | null): RawBuilder<unknown> {
  const ids = places?.ids ?? null
  return sql`status = 'active' AND (${ids}::bigint[] IS NULL OR id = ANY (${ids}::bigint[]))
    ORDER BY id = (SELECT place_id FROM users WHERE organization_id = ${organization_id} AND id = ${user_id}) DESC NULLS LAST,
    is_usual AND branch_id = ${branch_id}::bigint DESC NULLS LAST, is_main DESC LIMIT 1`
}

/** The place that a record would have that names none. */
export const usualPlace = (session: Session, branch_id: number | null): RawBuilder<unknown> => sql`(
  SELECT id FROM places WHERE organization_id = ${session.organization_id} AND NOT is_transit AND ${isUsual(session, branch_id)})`

async function placeWhere({ db, session }: Context, which: RawBuilder<unknown>): Promise<RecordPlace | null> {
  const { rows } = await sql<Row>`
    SELECT id, name, name_en, is_main, status FROM places
    WHERE organization_id = ${session.organization_id} AND NOT is_transit AND ${which} FOR SHARE`.execute(db)
  const [row] = rows
  if (!row) return null
  const { id, name, name_en } = row
  const moves = row.is_main ? null : id
  const error = !keepsPlace(session, moves) ? 'place_not_kept' : row.status === 'active' ? null : 'inactive_reference'
  return { id, name, name_en, moves, ...(error && { error: { code: error } }) }
}

export function requirePlace({ error }: RecordPlace): void {
  if (error) throw new Refusal('invalid_input', { errors: { place_id: error } })
}
