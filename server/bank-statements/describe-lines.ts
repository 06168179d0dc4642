import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Refusal } from '#server/core/refusal.ts'
import { wordRefusal } from '#server/http/errors.ts'
import { beside, sourceNumbers } from '#server/reports/account-statement/statement-rows.ts'
import { guessLines } from './guess-lines.ts'
import type { Guess } from './guessing/guess.ts'
import { type StoredLine, storedLine } from './stored-line.ts'

/** Lines as they are shown: what an open one seems to be, what a matched one is. */
export async function presentLines(context: Context, lines: readonly StoredLine[]) {
  const open = lines.filter(({ state }) => state === 'open')
  const [guesses, matches] = await Promise.all([
    open.length === 0 ? new Map<number, { guesses: Guess[] }>() : guessLines(context, open),
    matchesOf(context, lines),
  ])
  return lines.map((line) => ({
    ...line,
    refusal: line.state === 'open' ? sayRefusal(context, line.refusal) : null,
    guesses: guesses.get(line.id)?.guesses ?? [],
    matches: matches.filter(({ statement_line_id }) => statement_line_id === (line.matched_with ?? line.id)),
  }))
}

function sayRefusal({ services, language }: Context, refusal: unknown): string | null {
  if (refusal === null) return null
  const stored = refusal as Pick<Refusal, 'code' | 'params' | 'errors'>
  return wordRefusal(stored, services.words, language, 'bank_statement').message
}

export async function presentLine(context: Context, id: number) {
  const [line] = await presentLines(context, [await storedLine(context, id)])
  return line
}

type Matched = {
  statement_line_id: number
  entry_id: number
  line_number: number
  entry_date: string
  entry_number: number
}

async function matchesOf({ db, session }: Context, lines: readonly StoredLine[]): Promise<Matched[]> {
  const organization = session.organization_id
  const ids = lines.filter(({ state }) => state === 'matched').map((line) => line.matched_with ?? line.id)
  if (ids.length === 0) return []
  const { rows } = await sql<Matched>`
    SELECT matched.statement_line_id, matched.entry_id, matched.line_number, entry.entry_date, entry.entry_number, line.debit - line.credit AS amount,
      coalesce(line.description, entry.description) AS description, coalesce(document.number, payment.number, manual.number) AS number,
      coalesce(documented.name, payer.name) AS party
    FROM bank_line_matches AS matched
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = matched.entry_id AND line.line_number = matched.line_number
    ${beside('journal_entries', 'entry', organization, sql`matched.entry_id`)}
    ${sourceNumbers(organization)}
    ${beside('parties', 'documented', organization, sql`document.party_id`)}
    ${beside('parties', 'payer', organization, sql`payment.party_id`)}
    WHERE matched.organization_id = ${organization} AND matched.statement_line_id = ANY (${ids}::bigint[])
    ORDER BY entry.entry_date, matched.entry_id, matched.line_number`.execute(db)
  return rows
}
