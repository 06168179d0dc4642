import { sales } from '#contract/documents/sides.ts'
import type { BankGuess } from '#contract/imports/bank-line.ts'
import { decimal, text } from '#ledger/money.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { foldWord } from '#server/imports/values/words.ts'
import { type BookLine, booksOf } from './book-lines.ts'
import { mayTake } from './line-permissions.ts'
import { candidatesOf, type OpenCandidate, unitsOf } from './open-documents.ts'
import { fitsRule, type StoredRule } from './rule-fits.ts'
import { isNameIn, isNumberIn, partyWords } from './said-words.ts'
import type { StoredLine } from './stored-line.ts'
import { rulesFor, transfersOf } from './transfers-and-rules.ts'

const guessesMaximum = 3

/**
 * What each open line seems to be, the best first: a line of the books, an open document, the other side of a transfer, an account by
 * a rule. A line of the books and a document are the best guess of one line of the bank only; `taken` names those of other calls.
 * What the reader may not make of a line is not guessed.
 */
export async function guessLines(
  context: Context,
  lines: readonly StoredLine[],
  taken = new Set<string>(),
): Promise<Map<number, BankGuess[]>> {
  const guesses: [number, BankGuess[]][] = []
  // Documents are those of the currency of the bank account.
  for (const [currency_id, own] of await byCurrency(context, lines))
    guesses.push(...(await guessInCurrency(context, own, currency_id, taken)))
  return new Map(guesses)
}

async function byCurrency(context: Context, lines: readonly StoredLine[]): Promise<Map<number, StoredLine[]>> {
  const accounts = [...new Set(lines.map(({ account_id }) => account_id))]
  const currencies = await Promise.all(accounts.map((account_id) => bankCurrency(context, account_id)))
  return Map.groupBy(lines, ({ account_id }) => currencies[accounts.indexOf(account_id)]?.id as number)
}

async function guessInCurrency(
  context: Context,
  lines: readonly StoredLine[],
  currency_id: number,
  taken: Set<string>,
): Promise<Map<number, BankGuess[]>> {
  const [books, documents, transfers, rules] = await Promise.all([
    booksOf(context, lines),
    candidatesOf(context, lines, currency_id),
    transfersOf(context, lines),
    rulesFor(context),
  ])
  const byLine = groupBy(transfers, ({ line_id }) => String(line_id))
  const pool = openPool(documents)
  return new Map(
    lines.map((line) => {
      const words = foldWord(`${line.description} ${line.reference ?? ''} ${line.counterparty ?? ''}`)
      const found = [
        ...(books.get(line.id) ?? []).map((one) => ofBook(line, words, one)),
        ...documentsFor(line, words, pool).map((one) => ofDocument(words, one)),
        ...(byLine.get(String(line.id)) ?? []).map((one) => ofTransfer(line, one)),
        ...rules.filter((rule) => fitsRule(rule, line)).map((rule) => ofRule(rule)),
      ]
      const best = found
        .filter((one) => !taken.has(takenBy(one)) && mayTake(context, line, one))
        .sort((one, other) => other.score - one.score)
        .slice(0, guessesMaximum)
      if (best[0] && takenBy(best[0]) !== '') taken.add(takenBy(best[0]))
      return [line.id, best] as const
    }),
  )
}

/** The key of a guess that only one line of the bank can have; empty for a transfer or a rule. */
const takenBy = ({ entry_id, line_number, document_id }: BankGuess): string =>
  entry_id !== null ? `${entry_id} ${line_number}` : document_id !== null ? `document ${document_id}` : ''

function groupBy<Row>(rows: readonly Row[], keysOf: (row: Row) => string | string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows)
    for (const key of [keysOf(row)].flat()) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  return groups
}

const nothing = {
  ...{ date: null, amount: null, entry_id: null, line_number: null, document_id: null, party_id: null },
  ...{ rule_id: null, account_id: null },
}
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / 864e5

function ofBook(line: StoredLine, words: string, one: BookLine): BankGuess {
  const days = daysBetween(line.line_date, one.entry_date)
  const hasNumber = isNumberIn(words, one.number_words)
  const hasName = isNameIn(words, one.party_words)
  const score = 60 + (days === 0 ? 25 : -2 * days) + (hasNumber ? 15 : 0) + (hasName ? 10 : 0)
  return {
    ...nothing,
    ...{
      kind: 'entry',
      score: Math.max(1, Math.min(100, score)),
      label: [one.number, one.party, one.description].filter(Boolean).join(' · '),
    },
    reasons: reasonsOf(
      { same_amount: true, same_day: days === 0, number_in_text: hasNumber, name_in_text: hasName },
      days,
    ),
    ...{ date: one.entry_date, amount: one.amount as never, entry_id: one.entry_id, line_number: one.line_number },
  }
}

/** Number and names are folded once, as they are searched in every text. */
type Folded = OpenCandidate & { number_words: string; names: readonly string[] }
type Pool = Readonly<Record<'byAmount' | 'byName' | 'byLastWord', ReadonlyMap<string, Folded[]>>>

function openPool(documents: readonly OpenCandidate[]): Pool {
  const namesOf = new Map(documents.map((one) => [one.party_id, [partyWords(one.party), partyWords(one.party_en)]]))
  const folded = documents.map((one) => ({
    ...one,
    ...{ number_words: foldWord(one.number), names: namesOf.get(one.party_id) ?? [] },
  }))
  const isSales = ({ kind }: Folded) => (sales.openKinds as readonly string[]).includes(kind)
  const key = (one: Folded) => `${isSales(one) ? '' : '-'}${one.units}`
  return {
    byAmount: groupBy(folded, key),
    byName: groupBy(folded, (one) => one.names.map((name) => `${key(one)} ${firstWord(name)}`)),
    byLastWord: groupBy(
      folded,
      (one) => `${isSales(one) ? '' : '-'}${one.number_words.slice(one.number_words.lastIndexOf(' ') + 1)}`,
    ),
  }
}

const firstWord = (words: string): string => words.split(' ', 1)[0] ?? ''
/** Of those that share the amount and say nothing else, the oldest are enough. */
const unnamedMaximum = 5

/** With the same amount, or named by their number. */
function documentsFor(line: StoredLine, words: string, { byAmount, byName, byLastWord }: Pool) {
  const sign = line.amount.startsWith('-') ? '-' : ''
  const key = `${sign}${unitsOf(line)}`
  const parts = [...new Set(words.split(' '))]
  const numbered = parts
    .flatMap((word) => byLastWord.get(`${sign}${word}`) ?? [])
    .filter((one) => isNumberIn(words, one.number_words))
  const same = [
    ...parts.flatMap((word) => byName.get(`${key} ${word}`) ?? []),
    ...(byAmount.get(key) ?? []).slice(0, unnamedMaximum),
  ]
  return [...new Map([...numbered, ...same].map((one) => [one.id, one])).values()].map((one) => ({
    ...one,
    is_same: `${sign}${one.units}` === key,
  }))
}

function ofDocument(words: string, one: Folded & { is_same: boolean }): BankGuess {
  const hasNumber = isNumberIn(words, one.number_words)
  const hasName = one.names.some((name) => isNameIn(words, name))
  const score = (one.is_same ? 45 : 20) + (hasNumber ? 40 : 0) + (hasName ? 20 : 0)
  return {
    ...nothing,
    ...{ kind: 'document', score: Math.min(99, score), label: `${one.number} · ${one.party}` },
    reasons: reasonsOf({ open_amount: one.is_same, number_in_text: hasNumber, name_in_text: hasName }),
    ...{
      date: one.document_date,
      amount: text(decimal(one.units).div(10_000)) as never,
      document_id: one.id,
      party_id: one.party_id,
    },
  }
}

function ofTransfer(line: StoredLine, one: { account_id: number; account: string; line_date: string }): BankGuess {
  const days = daysBetween(line.line_date, one.line_date)
  return {
    ...nothing,
    ...{ kind: 'transfer', score: 72 - 3 * days, label: one.account, date: one.line_date, account_id: one.account_id },
    reasons: reasonsOf({ other_account: true, same_day: days === 0 }, days),
  }
}

const ofRule = (rule: StoredRule): BankGuess => ({
  ...nothing,
  ...{
    kind: 'rule',
    score: 70,
    label: `${rule.name} · ${rule.account_name}`,
    rule_id: rule.id,
    account_id: rule.account_id,
  },
  reasons: [{ code: 'rule', days: null }],
})

function reasonsOf(
  said: Partial<Record<BankGuess['reasons'][number]['code'], boolean>>,
  days = 0,
): BankGuess['reasons'] {
  const codes = Object.entries(said).flatMap(([code, holds]) =>
    holds ? [code as BankGuess['reasons'][number]['code']] : [],
  )
  return [...codes.map((code) => ({ code, days: null })), ...(days > 0 ? [{ code: 'days_apart' as const, days }] : [])]
}
