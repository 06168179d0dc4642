import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { guessLines } from './guess-lines.ts'
import type { Guess } from './guessing/guess.ts'
import type { SettledLine } from './guessing/settle-guesses.ts'
import { enterLine, payLine } from './make-from-line.ts'
import { matchLine } from './match-line.ts'
import type { StoredLine } from './stored-line.ts'

/** Lines that one call takes. The rest needs another call. */
const takenAtOnce = 300

type Guessed = { line: StoredLine } & SettledLine

/**
 * Counts of a statement's open lines: how many have a guess, and how many a sure one. All lines are guessed in one pass. A line that was
 * refused before is not sure until a rule of the bank changes.
 */
export async function countSure(context: Context, id: number) {
  const lines = await openLines(context, id)
  return {
    open: lines.length,
    guessed: lines.filter(({ guesses }) => guesses.length > 0).length,
    sure: lines.filter(isSure).length,
  }
}

const isSure = ({ line, sure }: Guessed): boolean => sure !== null && line.refusal === null

/** Takes the sure guess of every open line. A line that a rule of the books refuses stays open, and says why. */
export async function takeSure(context: Context, id: number) {
  const lines = await openLines(context, id)
  const sure = lines.filter(isSure).slice(0, takenAtOnce)
  let taken = 0
  for (const { line, sure: guess } of sure) {
    const refusal = await take(context, line, guess as Guess)
    if (refusal) await keepRefusal(context, line.id, refusal)
    else taken++
  }
  return { taken, refused: sure.length - taken, open: lines.length - taken }
}

const keepRefusal = ({ db }: Context, id: number, { code, params, errors }: Refusal) =>
  db
    .updateTable('bank_statement_lines')
    .set({ refusal: JSON.stringify({ code, params, errors }) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()

async function openLines(context: Context, id: number): Promise<Guessed[]> {
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
      'refusal',
    ])
    .where('statement_id', '=', id)
    .where('state', '=', 'open')
    .orderBy('line_date')
    .orderBy('id')
    .execute()) as StoredLine[]
  const settled = await guessLines(context, lines)
  return lines.map((line) => ({ line, ...(settled.get(line.id) ?? { guesses: [], sure: null }) }))
}

/** Why the rules of the books refuse it; NULL if it is taken. */
async function take(context: Context, line: StoredLine, guess: Guess): Promise<Refusal | null> {
  try {
    await context.db.savepoint((db) => takeGuess({ ...context, db }, line, guess))
    return null
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error
    throw error
  }
}

async function takeGuess(context: Context, { id, version }: StoredLine, guess: Guess): Promise<void> {
  const { kind, entry_id, line_number, document_id, party_id, rule_id, account_id, tax_id, amount } = guess
  if (entry_id !== null && line_number !== null) return matchLine(context, id, [{ entry_id, line_number }], version)
  if (document_id !== null && party_id !== null)
    return payLine(context, id, {
      party_id,
      payment_method_id: null,
      version,
      references: [{ reference_id: document_id, amount: String(amount) }],
    })
  if (rule_id !== null) return enterLine(context, id, { rule_id, version })
  if (tax_id !== null && account_id !== null)
    await enterLine(context, id, { account_id, tax_id, is_tax_only: true, version })
  else if (kind === 'charge') await enterLine(context, id, { account_id, version })
}
