import type { BankGuess } from '#contract/imports/bank-line.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { guessLines } from './guess-lines.ts'
import { enterLine, payLine } from './make-from-line.ts'
import { matchLine } from './match-line.ts'
import type { StoredLine } from './stored-line.ts'

/** Lines that one call takes. The rest needs another call. */
const takenAtOnce = 300

/** Lines that are guessed together. More of them would only fill the memory. */
const guessedAtOnce = 2_500

/** Counts of a statement's open lines: how many have a guess, and how many a sure one. All lines are guessed in one pass. */
export async function countSure(context: Context, id: number) {
  const counts = { open: 0, guessed: 0, sure: 0 }
  for await (const { guesses } of openLines(context, id)) {
    counts.open++
    if (guesses.length > 0) counts.guessed++
    if (sureGuess(guesses)) counts.sure++
  }
  return counts
}

/** Takes the sure guess of every open line. A line that a rule of the books refuses stays open. */
export async function takeSure(context: Context, id: number) {
  const sure: { line: StoredLine; guess: BankGuess }[] = []
  let open = 0
  for await (const { line, guesses } of openLines(context, id)) {
    open++
    const guess = sureGuess(guesses)
    if (guess && sure.length < takenAtOnce) sure.push({ line, guess })
  }
  let taken = 0
  for (const { line, guess } of sure) if (await take(context, line, guess)) taken++
  return { taken, refused: sure.length - taken, open: open - taken }
}

async function* openLines(context: Context, id: number): AsyncGenerator<{ line: StoredLine; guesses: BankGuess[] }> {
  const { db } = context
  if (!(await db.selectFrom('bank_statements').select('id').where('id', '=', id).executeTakeFirst()))
    throw new Refusal('not_found')
  const lines = (await db
    .selectFrom('bank_statement_lines')
    .select([
      'id',
      'statement_id',
      'account_id',
      'line_date',
      'amount',
      'description',
      'reference',
      'counterparty',
      'version',
    ])
    .where('statement_id', '=', id)
    .where('state', '=', 'open')
    .orderBy('line_date')
    .orderBy('id')
    .execute()) as StoredLine[]
  const taken = new Set<string>()
  for (let at = 0; at < lines.length; at += guessedAtOnce) {
    const part = lines.slice(at, at + guessedAtOnce)
    const guesses = await guessLines(context, part, taken)
    for (const line of part) yield { line, guesses: guesses.get(line.id) ?? [] }
  }
}

/**
 * Sure is a line of the books with the same amount that shares the day, the number or the name; a document whose open amount and number
 * both agree; or the only rule. Another guess of the same score makes it unsure.
 */
export function sureGuess([best, second]: readonly BankGuess[]): BankGuess | null {
  if (!best || (second && second.score >= best.score)) return null
  const has = (...codes: BankGuess['reasons'][number]['code'][]) =>
    best.reasons.some(({ code }) => codes.includes(code))
  if (best.kind === 'entry') return has('same_day', 'number_in_text', 'name_in_text') ? best : null
  if (best.kind === 'document') return has('open_amount') && has('number_in_text') ? best : null
  return best.kind === 'rule' && !second ? best : null
}

async function take(context: Context, line: StoredLine, guess: BankGuess): Promise<boolean> {
  try {
    await context.db.savepoint((db) => takeGuess({ ...context, db }, line, guess))
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false
    throw error
  }
}

async function takeGuess(context: Context, { id, version }: StoredLine, guess: BankGuess): Promise<void> {
  const { entry_id, line_number, document_id, party_id, rule_id, amount } = guess
  if (entry_id !== null && line_number !== null) return matchLine(context, id, [{ entry_id, line_number }], version)
  if (document_id !== null && party_id !== null)
    return payLine(context, id, {
      ...{ party_id, payment_method_id: null, version },
      references: [{ reference_id: document_id, amount: String(amount) }],
    } as never)
  if (rule_id !== null) await enterLine(context, id, { rule_id, version } as never)
}
