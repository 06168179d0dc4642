import type { Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'

export type Party = { id: number; name: string; name_en: string | null; tax_number: string | null }

/** The customer or supplier a report speaks of; a stranger's is refused. */
export async function requireReportParty({ db }: Context, side: Side, id: number): Promise<Party> {
  const [, party] = await Promise.all([
    requireRows(db, { [side.partyField]: ['parties', id, { kind: side.party }] }),
    db.selectFrom('parties').select(['id', 'name', 'name_en', 'tax_number']).where('id', '=', id).executeTakeFirst(),
  ])
  return party as Party
}
