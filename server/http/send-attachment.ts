import type { FastifyReply } from 'fastify'

export type AnswerFile = { name: string; mimetype: string; content: Buffer }

/** A file instead of `{ data }`: an export. */
export function attach(reply: FastifyReply, { name, mimetype, content }: AnswerFile): Buffer {
  reply.header('content-type', mimetype).header('content-disposition', `attachment; filename="${name}"`)
  return content
}
