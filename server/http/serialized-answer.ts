import type { FastifyReply } from 'fastify'

/** The answer to a write, as it is stored and sent. */
export type SerializedAnswer = {
  text: string
  /** The work after the commit, and the text that is answered then. */
  after: (() => Promise<string>) | undefined
}

/** Sends text that is JSON already. */
export function sendText(reply: FastifyReply, { text }: SerializedAnswer): string {
  reply.header('content-type', 'application/json; charset=utf-8')
  return text
}
