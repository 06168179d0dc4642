import type { Context } from '#server/core/context.ts'

/** Keeps what a payment or a journal entry said before it is corrected, whole; the journal keeps what it posted. */
export async function saveSourceRevision(
  { db, session }: Context,
  source: 'income_payment' | 'expense_payment' | 'manual',
  stored: { id: number; revision: number },
  body: object,
): Promise<void> {
  await db
    .insertInto('source_revisions')
    .values({
      source,
      source_id: stored.id,
      revision: stored.revision,
      body: JSON.stringify(body),
      revised_by: session.user_id,
    })
    .execute()
}

/** The same of a document, with its rows; of a customs declaration as well. */
export async function saveDocumentRevision(
  { db, session }: Context,
  stored: { id: number; revision: number },
  body: object,
): Promise<void> {
  await db
    .insertInto('document_revisions')
    .values({
      document_id: stored.id,
      revision: stored.revision,
      body: JSON.stringify(body),
      revised_by: session.user_id,
    })
    .execute()
}
