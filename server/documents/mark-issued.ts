import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { lockDocument } from './lock-document.ts'

type Asked = { params?: unknown; body?: unknown }

/** The first print, download or sending issues what goes to a customer: from then on only a note corrects it. */
export async function markIssued(context: Context, kind: string, { params, body }: Asked): Promise<number> {
  const { id } = params as { id: number }
  const row = await lockDocument(context, kind, id, (body as { version?: number }).version)
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  if (row.state !== 'posted' || row.issued_at !== null) return id
  await context.db
    .updateTable('documents')
    .set({ issued_at: context.services.clock.now() })
    .where('id', '=', id)
    .execute()
  return id
}
