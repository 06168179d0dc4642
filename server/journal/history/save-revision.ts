import type { Context } from '#server/core/context.ts'

/** Stores a document with its rows before it is corrected; a customs declaration as well. The journal keeps the postings. */
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
