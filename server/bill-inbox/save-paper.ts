import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { purchases } from '#contract/documents/sides.ts'
import { noImage, type Upload } from '#contract/fields/choice.ts'
import { journalSources } from '#contract/history.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createDocument } from '#server/documents/save-document.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { attachFile } from '#server/journal/history/attachments.ts'
import { readCode, readSupplierPaper } from './read-paper.ts'

/** Stores what a paper says; the same bytes once. Answers the id. */
export async function savePaper(
  { db, session }: Context,
  file: Upload | undefined | typeof noImage,
  code: string | null | undefined,
): Promise<number> {
  if (file === noImage || (!file && !code)) throw new Refusal('paper_missing')
  const { format, facts } = file ? readSupplierPaper(file.data, 'paper_file') : readCode(code as string, 'code')
  const content = Buffer.from(file ? file.data : (code as string).trim())
  const sha256 = hash('sha256', content, 'buffer')
  const known = await db.selectFrom('bill_papers').select('id').where('sha256', '=', sha256).executeTakeFirst()
  if (known) throw new Refusal('paper_received', { field: file ? 'paper_file' : 'code' })
  const { id } = await db
    .insertInto('bill_papers')
    .values({
      file_name: file?.filename.slice(0, 200) || `QR ${facts.seller.name ?? ''}`.trim(),
      format,
      content,
      sha256,
      facts: JSON.stringify(facts),
      created_by: session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates the bill of a paper by the rules of every bill, and attaches the paper to it. */
export async function bookPaper(context: Context, id: number, body: Record<string, unknown>): Promise<Answer> {
  const { db } = context
  const paper = await lockWaiting(context, id)
  // What a bill writes with the commit is there when the paper refers to it.
  const answer = await db.savepoint((own) => createDocument({ ...context, db: own }, purchases, body))
  const document_id = (answer.data as { id: number }).id
  await db
    .updateTable('bill_papers')
    .set({ state: 'booked', document_id, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  const bill = journalSources.find(({ name }) => name === 'bill')
  if (bill && paper.format !== 'code')
    await attachFile(context, bill, document_id, { filename: paper.file_name, mimetype: '', data: paper.content })
  return answer
}

export async function removePaper(context: Context, id: number): Promise<void> {
  await lockWaiting(context, id)
  await context.db.deleteFrom('bill_papers').where('id', '=', id).execute()
}

async function lockWaiting({ db }: Context, id: number) {
  const row = await db.selectFrom('bill_papers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'waiting') throw new Refusal('paper_booked')
  return row
}
