import type { FastifyReply } from 'fastify'

/**
 * `content` may be made after the transaction: typesetting a PDF needs no connection. A header takes no Arabic: `fullName` is sent
 * in addition to the plain name, spelled according to RFC 5987.
 */
export type AnswerFile = {
  name: string
  fullName?: string
  mimetype: string
  content: Buffer | (() => Promise<Uint8Array>)
}

/** A file instead of `{ data }`: an export. */
export async function sendAttachment(
  reply: FastifyReply,
  { name, fullName, mimetype, content }: AnswerFile,
): Promise<Buffer> {
  const bytes = typeof content === 'function' ? await content() : content
  const full = fullName === undefined ? '' : `; filename*=UTF-8''${encoded(fullName)}`
  reply.header('content-type', mimetype).header('content-disposition', `attachment; filename="${name}"${full}`)
  return Buffer.from(bytes)
}

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
