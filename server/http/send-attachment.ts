import type { FastifyReply } from 'fastify'

/** `content` may be made after the transaction: setting a PDF needs no connection. */
export type AnswerFile = { name: string; mimetype: string; content: Buffer | (() => Promise<Uint8Array>) }

/** A file instead of `{ data }`: an export. */
export async function sendAttachment(reply: FastifyReply, { name, mimetype, content }: AnswerFile): Promise<Buffer> {
  const bytes = typeof content === 'function' ? await content() : content
  reply.header('content-type', mimetype).header('content-disposition', `attachment; filename="${name}"`)
  return Buffer.from(bytes)
}
