import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { sendIssued } from '#server/documents/issuing/issue-after-commit.ts'
import { issueEDocument } from '#server/documents/issuing/issue-e-document.ts'
import { isUnderPhase2 } from '#server/e-invoicing/phase.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { lockDocument } from '../lock-document.ts'

type MarkIssuedRequest = { params?: unknown; body?: unknown }
type ReadRecord = (context: Context, id: number) => Promise<unknown>

/**
 * The first print, download or sending issues a document to a customer. From then on only a note corrects it. In phase 2 this also stamps
 * it, and a standard invoice waits for the authority's answer: cleared or rejected.
 */
export async function markIssued(
  context: Context,
  kind: string,
  { params, body }: MarkIssuedRequest,
  read: ReadRecord,
): Promise<Answer> {
  const { id } = params as { id: number }
  const row = await lockDocument(context, kind, id, (body as { version?: number }).version)
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  if (row.state !== 'posted' || row.issued_at !== null) return { data: await read(context, id) }
  if (!isUnderPhase2(row, await withPhaseOfNow(context))) {
    await context.db
      .updateTable('documents')
      .set({ issued_at: context.services.clock.now() })
      .where('id', '=', id)
      .execute()
    return { data: await read(context, id) }
  }
  const issued = await issueEDocument(context, kind, id)
  const readAgain = async () => {
    await sendIssued(context, issued)
    const { services, session } = context
    return inTenant(services.pool, session.organization_id, 'read', (db) => read({ ...context, db }, id))
  }
  return { data: await read(context, id), after: readAgain }
}

/** A lock against a change of the phase. A session caches the phase for a second, and nothing may be issued without a stamp in that time. */
async function withPhaseOfNow(context: Context): Promise<Context> {
  const { db, session } = context
  const now = await db
    .selectFrom('organizations')
    .select(['e_invoicing_phase', 'e_invoicing_since'])
    .forShare()
    .executeTakeFirstOrThrow()
  return { ...context, session: { ...session, organization: { ...session.organization, ...now } } }
}
