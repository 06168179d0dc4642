import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type StoredLine = {
  id: number
  statement_id: number
  account_id: number
  line_date: string
  amount: string
  description: string
  reference: string | null
  counterparty: string | null
  state: 'open' | 'matched' | 'ignored'
  made_kind: string | null
  made_id: number | null
  /** The line that has the matches, where several were matched together. */
  matched_with: number | null
  note: string | null
  /** Why it could not be taken with the sure ones. */
  refusal: unknown
  version: number
}

export async function storedLine({ db }: Context, id: number, lock = false): Promise<StoredLine> {
  const row = await db
    .selectFrom('bank_statement_lines')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row as StoredLine
}
