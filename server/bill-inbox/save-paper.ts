import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { purchases } from '#contract/documents/sides.ts'
import { noImage, type Upload } from '#contract/fields/choice.ts'
import { journalSources } from '#contract/history.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { taskAt } from '#server/core/task.ts'
import { createDocument } from '#server/documents/save-document.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { attachFile } from '#server/journal/history/attachments.ts'
import type { PaperInput } from './paper-task.ts'
import { type ReadPaper, readCode } from './read-paper.ts'

const paperTask = taskAt<PaperInput, ReadPaper>(new URL('./paper-task.ts', import.meta.url))

type SentPaper = Upload | undefined | typeof noImage

/** What a paper says. A file is read in another process, the text of a code here. */
export async function readSentPaper(
  { services, session }: Omit<Context, 'db'>,
  file: SentPaper,
  code: string | null | undefined,
): Promise<ReadPaper> {
  if (file === noImage || (!file && !code)) throw new Refusal('paper_missing')
  if (!file) return readCode(code as string, 'code')
  return services.files.read(session.organization_id, paperTask, { data: file.data, field: 'paper_file' })
}

/** Stores what a paper says; the same bytes once. Answers the id. */
export async function savePaper(
  { db, session }: Context,
  sent: SentPaper,
  code: string | null | undefined,
  { format, facts }: ReadPaper,
): Promise<number> {
  const file = sent === noImage ? undefined : sent
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
