import { randomBytes } from 'node:crypto'
import { noImage, type Upload } from '#contract/fields/choice.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isImage } from './detect-file-type.ts'

const pixelsMaximum = 16_000_000
const edgeMaximum = 4096
const accepted = new Set(['jpeg', 'png', 'webp'])

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
  const content = isImage(data) ? await reencode(data).catch(() => undefined) : undefined
  if (!content) throw new Refusal('invalid_image', { field })
  const name = `${context.session.organization_id}-${randomBytes(24).toString('base64url')}`
  await context.db.insertInto('stored_files').values({ name, mimetype: 'image/webp', content }).execute()
  return `/api/files/${name}`
}

async function reencode(data: Uint8Array): Promise<Buffer> {
  // Loaded with the first image: most servers see none for days.
  const { default: sharp } = await import('sharp')
  const image = sharp(data, { limitInputPixels: pixelsMaximum, failOn: 'error', pages: 1 })
  const { format, width = 0, height = 0 } = await image.metadata()
  if (!format || !accepted.has(format) || width > edgeMaximum || height > edgeMaximum)
    throw new Error('not an accepted image')
  return image.rotate().resize(512, 512, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()
}
