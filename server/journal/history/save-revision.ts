import type { Context } from '#server/core/context.ts'

/** Stores a payment or a manual entry before it is corrected. The journal keeps the postings. */
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
