import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** An answer to a write as it is stored and sent, with what stands in it for a number that is not known yet. */
export type Written = {
  text: string
  standIn: NumberPlaceholder | undefined
  /** What is left to do once all is committed, and the text that is answered then. */
  after: (() => Promise<string>) | undefined
}

/**
 * What stands in an answer for the number of a document that is just being written: a series says it only when it is
 * written. So nobody waits for it before the answer is stored and the commit sent; it is put in its place there and here.
 */
export type NumberPlaceholder = {
  /** Nobody can have written it into what he sent. */
  word: string
  document_id: number
  /** What the database said, once all is committed. */
  said: Promise<string | null>
}

export const createNumberPlaceholder = (document_id: number, said: Promise<string | null>): NumberPlaceholder => ({
  ...{ word: randomUUID(), document_id, said },
})

/** The very text that was stored under the request's key, with the number that is known now. */
export async function spell(reply: FastifyReply, { text, standIn }: Written): Promise<string> {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!standIn) return text
  const number = JSON.stringify((await standIn.said) ?? '').slice(1, -1)
  return text.replaceAll(standIn.word, () => number)
}
