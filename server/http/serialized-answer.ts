import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** The answer to a write, as it is stored and sent, with the placeholder for a number that is not assigned yet. */
export type SerializedAnswer = {
  text: string
  standIn: NumberPlaceholder | undefined
  /** The work after the commit, and the text that is answered then. */
  after: (() => Promise<string>) | undefined
}

/**
 * A placeholder for the number of a document that is being written: its series assigns the number in the same
 * statement. So neither storing the answer nor the commit waits for it; the number replaces the placeholder in the
 * database and here.
 */
export type NumberPlaceholder = {
  /** Random, so that no input can contain it. */
  word: string
  document_id: number
  /** The number from the database, known after the commit. */
  said: Promise<string | null>
}

export const createNumberPlaceholder = (document_id: number, said: Promise<string | null>): NumberPlaceholder => ({
  ...{ word: randomUUID(), document_id, said },
})

/** The text stored under the request's key, with the number that is known now. */
export async function spell(reply: FastifyReply, { text, standIn }: SerializedAnswer): Promise<string> {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!standIn) return text
  const number = JSON.stringify((await standIn.said) ?? '').slice(1, -1)
  return text.replaceAll(standIn.word, () => number)
}
