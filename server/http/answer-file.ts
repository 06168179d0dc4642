import type { FastifyReply } from 'fastify'

/** A header takes no Arabic: `fullName` goes beside the plain one, spelled as RFC 5987 has it. */
export type AnswerFile = { name: string; fullName?: string; mimetype: string; content: Buffer }

/** A file instead of `{ data }`: an export. */
export function attach(reply: FastifyReply, { name, fullName, mimetype, content }: AnswerFile): Buffer {
  const full = fullName === undefined ? '' : `; filename*=UTF-8''${encoded(fullName)}`
  reply.header('content-type', mimetype).header('content-disposition', `attachment; filename="${name}"${full}`)
  return content
}

const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
