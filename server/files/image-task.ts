// Runs in a process that reads files: a picture becomes a WebP without anything else that its bytes held.
import type { TaskWork } from '#server/core/task.ts'
import type { ImageInput } from './store-image.ts'

const pixelsMaximum = 16_000_000
const edgeMaximum = 4096
const accepted = new Set(['jpeg', 'png', 'webp'])

/** NULL for what is no picture, or none that is accepted. */
export default (async ({ data }) => {
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(data, { limitInputPixels: pixelsMaximum, failOn: 'error', pages: 1 })
    const { format, width = 0, height = 0 } = await image.metadata()
    if (!format || !accepted.has(format) || width > edgeMaximum || height > edgeMaximum) return null
    const sized = image.rotate().resize(512, 512, { fit: 'inside', withoutEnlargement: true })
    return await sized.webp({ quality: 82 }).toBuffer()
  } catch {
    return null
  }
}) satisfies TaskWork<ImageInput, Uint8Array | null>
