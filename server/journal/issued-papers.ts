import { type RawBuilder, sql } from 'kysely'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import { sendLast } from '#server/db/tenant/verbs.ts'

export type Paper = IssuedPaper[keyof IssuedPaper]
/** `attempt`: of an e-invoice, whose paper is written down again with each stamp. */
type IssuedRecord = { kind: string; id: number; revision: number; attempt?: number }

/** Writes down what a paper says as it is issued, in the transaction that issues it; nothing answers with it, so nothing waits. */
export function keepPaper<Said extends Paper>(
  context: Context,
  { kind, id, revision, attempt = 0 }: IssuedRecord,
  paper: Said,
): Said {
  const row = { kind, record_id: id, revision, paper: JSON.stringify(paper), attempt }
  sendLast(context.db, () => context.db.insertInto('issued_papers').values(row).execute())
  return paper
}

/** The paper of a record as it was issued last, or null; `kind` and `id` say which. */
export const paperOf = (own: number, kind: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      (SELECT issued.paper FROM issued_papers AS issued
        WHERE issued.organization_id = ${own} AND issued.kind = ${kind} AND issued.record_id = ${id} ORDER BY issued.revision DESC, issued.attempt DESC LIMIT 1)`

/** The paper of one record. */
export async function readPaper<Said extends Paper>(
  { db, session }: Context,
  kind: string,
  id: number,
): Promise<Said | null> {
  const { rows } = await sql<{ paper: Said | null }>`
    SELECT ${paperOf(session.organization_id, sql`${kind}`, sql`${id}`)} AS paper`.execute(db)
  return rows[0]?.paper ?? null
}
