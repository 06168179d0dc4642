import { type RawBuilder, sql } from 'kysely'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import { type RowInput, rowsOf } from '#server/db/driver/composite-rows.ts'
import { sendShared } from '#server/db/tenant/verbs.ts'

export type Paper = IssuedPaper[keyof IssuedPaper]
/** `attempt`: of an e-invoice, whose paper is written down again with each stamp. */
type Issued = { kind: string; id: number; revision: number; attempt?: number }

/** Writes down what a paper says as it is issued, in the transaction that issues it; nothing answers with it, so nothing waits. */
export function keepPaper<Said extends Paper>(
  context: Context,
  { kind, id, revision, attempt = 0 }: Issued,
  paper: Said,
): Said {
  sendShared(context.db, papersAsKept, { context, row: { kind, record_id: id, revision, paper, attempt } })
  return paper
}

function papersAsKept(all: readonly { context: Context; row: RowInput<'issued_paper_input'> }[]): RawBuilder<unknown> {
  const { session } = (all[0] as { context: Context }).context
  const rows = all.map(({ row }) => row)
  return sql`
    papers AS (
      INSERT INTO issued_papers (organization_id, kind, record_id, revision, paper, attempt)
      SELECT ${session.organization_id}, issued.* FROM unnest(${rowsOf('issued_paper_input', rows)}::issued_paper_input[]) AS issued)`
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
