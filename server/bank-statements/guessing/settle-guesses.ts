import type { Guess } from './guess.ts'

export type SettledLine = {
  /** The best first, a few. */
  guesses: Guess[]
  /** The best one, if it is the only explanation of the line. */
  sure: Guess | null
}

const shown = 3

/**
 * Settles the guesses of several lines against each other. A line of the books and a document are shown first with one line of the bank: the
 * one whose guess is the best of all, so a line without a name does not use up a guess of another.
 */
export function settleGuesses(found: ReadonlyMap<number, readonly Guess[]>): Map<number, SettledLine> {
  const sorted = new Map([...found].map(([id, guesses]) => [id, existingFirst(guesses)]))
  const scores = scoresOf(sorted)
  const sure = new Map<number, Guess>()
  for (const [id, guesses] of sorted) {
    const best = onlyExplanation(guesses)
    if (best && targetsOf(best).every((target) => isBestOf(scores.get(target) ?? [], id))) sure.set(id, best)
  }
  const owners = ownersOf(sorted)
  return new Map(
    [...sorted].map(([id, guesses]) => {
      const isOwn = (one: Guess) => targetsOf(one).every((target) => (owners.get(target) ?? id) === id)
      const own = guesses.filter(isOwn)
      // What explains another line just as well is an alternative here, never the first guess.
      const isTied = (one: Guess) =>
        targetsOf(one).every((target) => scores.get(target)?.every(({ score }) => score <= one.score))
      const alternatives = own.length > 0 ? guesses.filter((one) => !isOwn(one) && isTied(one)) : []
      return [id, { guesses: [...own, ...alternatives].slice(0, shown), sure: sure.get(id) ?? null }]
    }),
  )
}

/** What only one line of the bank can be. Several lines can be a transfer or fit a rule. */
export const targetsOf = ({ entry_id, line_number, document_id, documents }: Guess): string[] => {
  if (entry_id !== null) return [`${entry_id} ${line_number}`]
  const ids = document_id === null ? documents.map((one) => one.document_id) : [document_id]
  return ids.map((id) => `document ${id}`)
}

const isMade = ({ kind }: Guess) => kind !== 'entry' && kind !== 'document'

/** By their scores; what exists in the books comes before an entry that would be made. */
function existingFirst(guesses: readonly Guess[]): Guess[] {
  const best = Math.max(0, ...guesses.filter(({ kind }) => kind === 'entry').map(({ score }) => score))
  return guesses
    .map((one) => (isMade(one) && best > 0 ? { ...one, score: Math.max(1, Math.min(one.score, best - 1)) } : one))
    .sort((one, other) => other.score - one.score)
}

/** The line that each target is shown with: the best guesses choose first. */
function ownersOf(sorted: ReadonlyMap<number, readonly Guess[]>): Map<string, number> {
  const owners = new Map<string, number>()
  const served = new Set<number>()
  const claims = [...sorted].flatMap(([line, guesses]) => guesses.map((guess) => ({ line, guess })))
  for (const { line, guess } of claims.sort((one, other) => other.guess.score - one.guess.score)) {
    const targets = targetsOf(guess)
    if (served.has(line) || targets.some((target) => owners.has(target))) continue
    served.add(line)
    for (const target of targets) owners.set(target, line)
  }
  return owners
}

type Claim = { line: number; score: number }

function scoresOf(sorted: ReadonlyMap<number, readonly Guess[]>): Map<string, Claim[]> {
  const claims = new Map<string, Claim[]>()
  for (const [line, guesses] of sorted)
    for (const guess of guesses)
      for (const target of targetsOf(guess)) {
        const own = claims.get(target)
        if (own) own.push({ line, score: guess.score })
        else claims.set(target, [{ line, score: guess.score }])
      }
  return claims
}

function isBestOf(claims: readonly Claim[], line: number): boolean {
  const own = claims.find((one) => one.line === line)?.score ?? 0
  return claims.every((one) => one.line === line || one.score < own)
}

type Reason = Guess['reasons'][number]['code']
const has = ({ reasons }: Guess, ...codes: Reason[]): boolean => reasons.some(({ code }) => codes.includes(code))

/**
 * A line of the books of the same amount that shares the day, the number or the name; a document whose open amount agrees, and that the
 * text names by its number or its party; a charge and its tax next to each other; or the only rule. Nothing else may explain the line as well.
 */
export function onlyExplanation([best, ...others]: readonly Guess[]): Guess | null {
  if (!best) return null
  if (best.kind === 'rule') return others.length === 0 ? best : null
  if (best.kind === 'tax' || best.kind === 'charge') return others.every(({ kind }) => kind === 'rule') ? best : null
  const isNamed = has(best, 'number_in_text', 'name_in_text')
  const isEnough =
    best.kind === 'entry'
      ? isNamed || has(best, 'same_day')
      : best.kind === 'document' && best.document_id !== null && has(best, 'open_amount') && isNamed
  return isEnough && others.every((other) => isWeaker(other, best)) ? best : null
}

/** Days by which another line of the books is too far away to be meant, where nothing is named. */
const daysAway = 6

function isWeaker(other: Guess, best: Guess): boolean {
  if (other.score >= best.score) return false
  if (isMade(other)) return best.kind === 'entry' || has(best, 'number_in_text')
  const saysMore = (['number_in_text', 'name_in_text'] as const).find((code) => has(best, code) !== has(other, code))
  if (saysMore) return has(best, saysMore)
  if (other.kind !== best.kind || best.kind !== 'entry' || !has(best, 'same_day') || has(other, 'same_day'))
    return false
  const days = other.reasons.find(({ code }) => code === 'days_apart')?.days ?? 0
  return has(best, 'number_in_text', 'name_in_text') || days >= daysAway
}
