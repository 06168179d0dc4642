import { sql } from 'kysely'
import { type AttachmentSource, attachmentsMaximum } from '#contract/attachments.ts'
import type { Upload } from '#contract/fields/choice.ts'
import { textOf } from '#contract/fields/text.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { detectFileType } from '#server/files/detect-file-type.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { requireRecord } from './history.ts'

/** The maximum size of all attachments of an organisation. */
const quota_bytes = 5_000_000_000
const columns = ['id', 'name', 'mimetype', 'size', 'created_at'] as const

const papers = ({ db }: Context, { name }: AttachmentSource, id: number) =>
  db
    .selectFrom('attachments')
    .leftJoin('users', 'users.id', 'attachments.created_by')
    .select(columns.map((column) => `attachments.${column}` as const))
    .select('users.name as created_by')
    .where('attachments.source', '=', name)
    .where('attachments.source_id', '=', id)

/** The attachments of a record, the oldest first. */
export async function attachmentsOf(context: Context, source: AttachmentSource, id: number) {
  await requireRecord(context, source, id)
  return papers(context, source, id).orderBy('attachments.id').execute()
}

/** Keeps a paper with a record; its type is what its bytes say. */
export async function attachFile(context: Context, source: AttachmentSource, id: number, upload: Upload) {
  const { db, session } = context
  await requireRecord(context, source, id)
  const name = nameOf(upload.filename)
  const mimetype = detectFileType(name, upload.data)
  if (!mimetype) throw new Refusal('invalid_attachment', { field: 'attached_file' })
  // One after the other in an organisation: many at once would all find room.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('attachments', ${session.organization_id}))`.execute(db)
  const kept = await papers(context, source, id).execute()
  if (kept.length >= attachmentsMaximum)
    throw new Refusal('too_many_attachments', { field: 'attached_file', params: { maximum: attachmentsMaximum } })
  const { bytes } = await db
    .selectFrom('attachments')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .executeTakeFirstOrThrow()
  if (bytes + upload.data.length > quota_bytes) throw new Refusal('attachments_full', { field: 'attached_file' })
  const paper = { source: source.name, source_id: id, name, mimetype, size: upload.data.length }
  const { id: made } = await db
    .insertInto('attachments')
    .values({ ...paper, content: Buffer.from(upload.data), created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return papers(context, source, id).where('attachments.id', '=', made).executeTakeFirstOrThrow()
}

/** The name without its folders, as one line; the ending stays where it is too long. */
function nameOf(filename: string): string {
  const own = filename.split(/[\\/]/).at(-1) ?? ''
  const ending = /\.\w{1,5}$/.exec(own)?.[0] ?? ''
  const parsed = textOf(150).safeParse(own.length <= 150 ? own : own.slice(0, 150 - ending.length) + ending)
  if (!parsed.success) throw new Refusal('invalid_attachment', { field: 'attached_file' })
  return parsed.data
}

/** The bytes, to be saved and never shown in place. */
export async function readAttachment(
  { db }: Context,
  { name: source }: AttachmentSource,
  id: number,
  attachmentId: number,
): Promise<AnswerFile> {
  const row = await db
    .selectFrom('attachments')
    .select(['name', 'mimetype', 'content'])
    .where('source', '=', source)
    .where('source_id', '=', id)
    .where('id', '=', attachmentId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  // A header cannot carry Arabic: the browser takes the file name from the list.
  const ending = /\.\w+$/.exec(row.name)?.[0] ?? ''
  const plain = `attachment-${attachmentId}${ending}`
  return { name: plain, fullName: row.name, mimetype: row.mimetype, content: row.content }
}

export async function removeAttachment({ db }: Context, { name }: AttachmentSource, id: number, attachmentId: number) {
  const removed = await db
    .deleteFrom('attachments')
    .where('source', '=', name)
    .where('source_id', '=', id)
    .where('id', '=', attachmentId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw new Refusal('not_found')
}
