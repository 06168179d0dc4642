import { sales } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { type BookLine, booksOf } from './book-lines.ts'
import { type BankCharge, type ChargeTax, chargesOf, taxLinesOf } from './charge-taxes.ts'
import type { Guess } from './guessing/guess.ts'
import { fitsRule, type StoredRule } from './guessing/rule-fits.ts'
import { isNameIn, isNumberIn, partyWords, saidWords, wordsOfLine } from './guessing/said-words.ts'
import { type SettledLine, settleGuesses } from './guessing/settle-guesses.ts'
import { onlySum } from './guessing/sums-of-documents.ts'
import { mayTake } from './line-permissions.ts'
import { candidatesOf, documentsOfNamed, type OpenCandidate, unitsOf } from './open-documents.ts'
import { type UnusedCredit, unusedCreditsOfNamed } from './refunds/unused-credits.ts'
import type { StoredLine } from './stored-line.ts'
import { rulesFor, transfersOf } from './transfers-and-rules.ts'

/** Lines that are guessed together. More of them would only fill the memory. */
const guessedAtOnce = 2_500

/**
 * What each open line seems to be, the best first: a line of the books, open documents, the other side of a transfer, the tax of a
 * charge, an account by a rule. What the reader may not make of a line is not guessed.
 */
export async function guessLines(context: Context, lines: readonly StoredLine[]): Promise<Map<number, SettledLine>> {
  const guesses = new Map<number, Guess[]>()
  for (let at = 0; at < lines.length; at += guessedAtOnce)
    // Documents are those of the currency of the bank account.
    for (const [currency_id, own] of await byCurrency(context, lines.slice(at, at + guessedAtOnce)))
      for (const [id, found] of await guessInCurrency(context, own, currency_id)) guesses.set(id, found)
  return settleGuesses(guesses)
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
): Promise<Map<number, Guess[]>> {
  const [books, documents, ofParties, credits, transfers, rules, taxes, charges] = await Promise.all([
    booksOf(context, lines),
    candidatesOf(context, lines, currency_id),
    documentsOfNamed(context, lines, currency_id),
    unusedCreditsOfNamed(context, lines, currency_id),
    transfersOf(context, lines),
    rulesFor(context),
    taxLinesOf(context, lines),
    chargesOf(context, lines),
  ])
  const byLine = groupBy(transfers, ({ line_id }) => String(line_id))
  const pool = openPool(documents)
  return new Map(
    lines.map((line) => {
      const words = wordsOfLine(line)
      const found = [
        ...(books.get(line.id) ?? []).map((one) => ofBook(line, words, one)),
        ...documentsFor(line, words, pool).map((one) => ofDocument(words, one)),
        ...sumFor(line, words, ofParties).map((documents) => ofSum(line, documents)),
        ...refundsFor(line, words, credits).map((one) => ofCredit(line, one)),
        ...(taxes.get(line.id) ?? []).map((one) => ofTax(one)),
        ...[charges.get(line.id) ?? []].flat().map((one) => ofCharge(one)),
        ...(byLine.get(String(line.id)) ?? []).map((one) => ofTransfer(line, one)),
        ...rules.filter((rule) => fitsRule(rule, line)).map((rule) => ofRule(rule)),
      ]
      return [line.id, found.filter((one) => mayTake(context, line, one))] as const
    }),
  )
}

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
  date: null,
  amount: null,
  entry_id: null,
  line_number: null,
  document_id: null,
  party_id: null,
  rule_id: null,
  account_id: null,
  tax_id: null,
  documents: [] as Guess['documents'],
  credit: null,
}
const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / 864e5

function ofBook(line: StoredLine, words: string, one: BookLine): Guess {
  const days = daysBetween(line.line_date, one.entry_date)
  const hasNumber = isNumberIn(words, one.number_words)
  const hasName = isNameIn(words, one.party_words)
  const score = 60 + (days === 0 ? 25 : -2 * days) + (hasNumber ? 15 : 0) + (hasName ? 10 : 0)
  return {
    ...nothing,
    kind: 'entry',
    score: Math.max(1, Math.min(100, score)),
    label: [one.number, one.party, one.description].filter(Boolean).join(' · '),
    reasons: reasonsOf(
      { same_amount: true, same_day: days === 0, number_in_text: hasNumber, name_in_text: hasName },
      days,
    ),
    date: one.entry_date,
    amount: one.amount,
    entry_id: one.entry_id,
    line_number: one.line_number,
  }
}

/** Number and names are folded once, as they are searched in every text. */
type Folded = OpenCandidate & { number_words: string; names: readonly string[] }
type Pool = Readonly<Record<'byAmount' | 'byName' | 'byLastWord', ReadonlyMap<string, Folded[]>>>

function openPool(documents: readonly OpenCandidate[]): Pool {
  const namesOf = new Map(documents.map((one) => [one.party_id, [partyWords(one.party), partyWords(one.party_en)]]))
  const folded = documents.map((one) => ({
    ...one,
    number_words: saidWords(one.number),
    names: namesOf.get(one.party_id) ?? [],
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

function ofDocument(words: string, one: Folded & { is_same: boolean }): Guess {
  const hasNumber = isNumberIn(words, one.number_words)
  const hasName = one.names.some((name) => isNameIn(words, name))
  const score = (one.is_same ? 45 : 20) + (hasNumber ? 40 : 0) + (hasName ? 20 : 0)
  return {
    ...nothing,
    kind: 'document',
    score: Math.min(99, score),
    label: `${one.number} · ${one.party}`,
    reasons: reasonsOf({ open_amount: one.is_same, number_in_text: hasNumber, name_in_text: hasName }),
    date: one.document_date,
    amount: text(decimal(one.units).div(10_000)),
    document_id: one.id,
    party_id: one.party_id,
  }
}

/** The open documents of a party that the text names, if together they come to the amount. */
function sumFor(line: StoredLine, words: string, ofParties: ReadonlyMap<number, OpenCandidate[]>): OpenCandidate[][] {
  const named = (ofParties.get(line.id) ?? []).filter(({ party, party_en }) =>
    [party, party_en].some((name) => isNameIn(words, partyWords(name))),
  )
  const documents = named.map((one) => ({ ...one, units: BigInt(one.units) }))
  const found = onlySum(documents, BigInt(unitsOf(line)))
  return found ? [found.map((one) => ({ ...one, units: Number(one.units) }))] : []
}

function ofSum(line: StoredLine, documents: readonly OpenCandidate[]): Guess {
  const [first] = documents as [OpenCandidate]
  return {
    ...nothing,
    kind: 'document',
    score: 64,
    label: `${documents.map(({ number }) => number).join(' + ')} · ${first.party}`,
    reasons: reasonsOf({ sum_of_documents: true, name_in_text: true }),
    date: first.document_date,
    amount: text(decimal(line.amount).abs()),
    party_id: first.party_id,
    documents: documents.map(({ id, units }) => ({
      document_id: id,
      amount: text(decimal(units).div(10_000)),
    })),
  }
}

/** The credits of a party that the text names, of the day or before it, that cover the amount. */
const refundsFor = (line: StoredLine, words: string, credits: ReadonlyMap<number, UnusedCredit[]>) =>
  (credits.get(line.id) ?? []).filter(
    ({ day, unused, party, party_en }) =>
      day <= line.line_date &&
      decimal(unused).gte(decimal(line.amount).abs()) &&
      [party, party_en].some((name) => isNameIn(words, partyWords(name))),
  )

function ofCredit(line: StoredLine, { number, party, party_id, day, unused, ...source }: UnusedCredit): Guess {
  const isWhole = decimal(unused).eq(decimal(line.amount).abs())
  return {
    ...nothing,
    kind: 'refund',
    score: isWhole ? 66 : 50,
    label: `${number} · ${party}`,
    date: day,
    party_id,
    reasons: reasonsOf({ unused_credit: true, name_in_text: true }),
    amount: unused,
    credit: { source_kind: source.source_kind, source_id: source.source_id },
  }
}

const ofTax = ({ account_id, tax_id, label, base }: ChargeTax): Guess => ({
  ...nothing,
  kind: 'tax',
  score: 88,
  label,
  amount: base,
  account_id,
  tax_id,
  reasons: [{ code: 'tax_of_charge', days: null }],
})

const ofCharge = ({ account_id, label }: BankCharge): Guess => ({
  ...nothing,
  kind: 'charge',
  score: 84,
  label,
  account_id,
  reasons: [{ code: 'charge_with_tax', days: null }],
})

function ofTransfer(line: StoredLine, one: { account_id: number; account: string; line_date: string }): Guess {
  const days = daysBetween(line.line_date, one.line_date)
  return {
    ...nothing,
    kind: 'transfer',
    score: 72 - 3 * days,
    label: one.account,
    date: one.line_date,
    account_id: one.account_id,
    reasons: reasonsOf({ other_account: true, same_day: days === 0 }, days),
  }
}

const ofRule = (rule: StoredRule): Guess => ({
  ...nothing,
  kind: 'rule',
  score: 70,
  label: `${rule.name} · ${rule.account_name}`,
  rule_id: rule.id,
  account_id: rule.account_id,
  reasons: [{ code: 'rule', days: null }],
})

function reasonsOf(said: Partial<Record<Guess['reasons'][number]['code'], boolean>>, days = 0): Guess['reasons'] {
  const codes = Object.entries(said).flatMap(([code, holds]) =>
    holds ? [code as Guess['reasons'][number]['code']] : [],
  )
  return [...codes.map((code) => ({ code, days: null })), ...(days > 0 ? [{ code: 'days_apart' as const, days }] : [])]
}
