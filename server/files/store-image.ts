import { randomBytes } from 'node:crypto'
import { noImage, type Upload } from '#contract/fields/choice.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { taskAt } from '#server/core/task.ts'
import { isImage } from './detect-file-type.ts'

export type ImageInput = { data: Uint8Array; field: string }
const imageTask = taskAt<ImageInput, Uint8Array | null>(new URL('./image-task.ts', import.meta.url))

/**
 * Stores an uploaded image and answers its path: null to remove the stored one, undefined to leave it. Decoding
 * validates and re-encoding sanitizes: everything else in the bytes (scripts, metadata, a second format) is lost. SVG
 * is not accepted.
 */
export async function storeImage(context: Context, upload: unknown, field: string): Promise<string | null | undefined> {
  if (upload === undefined || upload === null) return undefined
  if (upload === noImage) return null
  const { data } = upload as Upload
  // Looked at before any decoder is: of many formats none is opened that is not accepted.
  const { services, session } = context
  const read = isImage(data) && (await services.files.picture(session.organization_id, imageTask, { data, field }))
  const content = read && Buffer.from(read)
  if (!content) throw new Refusal('invalid_image', { field })
  const name = `${context.session.organization_id}-${randomBytes(24).toString('base64url')}`
  await context.db.insertInto('stored_files').values({ name, mimetype: 'image/webp', content }).execute()
  return `/api/files/${name}`
}
