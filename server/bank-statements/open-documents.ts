import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { beside } from '#server/reports/account-statement/statement-rows.ts'
import { saidWords } from './guessing/said-words.ts'
import type { StoredLine } from './stored-line.ts'

export type OpenCandidate = {
  id: number
  kind: string
  number: string
  document_date: string
  party_id: number
  party: string
  party_en: string | null
  /** In whole units of a ten-thousandth, as documents are found by. */
  units: number
}

/** Documents of one amount that are looked at, the oldest first. Where more share it, those of parties that the texts name as well. */
const perAmount = 10
const partiesMaximum = 1_000
const perParty = 50

/**
 * Open documents of one of the amounts, or whose number a text contains. Each amount and number is looked up by an index, so a page of
 * lines costs a page of look-ups, however many documents are open.
 */
export async function candidatesOf(
  context: Context,
  lines: readonly StoredLine[],
  currency_id: number,
): Promise<OpenCandidate[]> {
  const ofSide = [incoming, outgoing].map((side) => ({ side, lines: lines.filter((line) => side.is(line)) }))
  const found = await Promise.all(
    ofSide
      .filter((one) => one.lines.length > 0)
      .flatMap(({ side, lines: own }) => [
        ofAmounts(context, side, own, currency_id),
        ofNumbers(context, side, numbersIn(own), currency_id),
      ]),
  )
  return [...new Map(found.flat().map((one) => [one.id, one])).values()]
}

type OpenSide = { kinds: readonly string[]; party: string; is: (line: StoredLine) => boolean }
const isOut = ({ amount }: StoredLine) => amount.startsWith('-')
const incoming: OpenSide = { kinds: sales.openKinds, party: sales.party, is: (line) => !isOut(line) }
const outgoing: OpenSide = { kinds: purchases.openKinds, party: purchases.party, is: isOut }

export const unitsOf = ({ amount }: Pick<StoredLine, 'amount'>): string => text(decimal(amount).abs().times(10_000))

async function ofAmounts(
  context: Context,
  side: OpenSide,
  lines: readonly StoredLine[],
  currency_id: number,
): Promise<OpenCandidate[]> {
  const units = [...new Set(lines.map(unitsOf))]
  const found = await look(
    context,
    currency_id,
    sql`unnest(${units}::bigint[]) AS asked (units) CROSS JOIN unnest(${side.kinds}::text[]) AS wanted (kind)`,
    sql`AND document.kind = wanted.kind AND document.open_units = asked.units
      ORDER BY document.document_date, document.id LIMIT ${perAmount}`,
  )
  const counts = Map.groupBy(found, (one) => String(one.units))
  const crowded = lines.filter((line) => (counts.get(unitsOf(line))?.length ?? 0) >= perAmount)
  return crowded.length === 0 ? found : [...found, ...(await ofNames(context, side, crowded, currency_id))]
}

const namedPartiesMaximum = 200
const perNamedParty = 20

/**
 * For each line the oldest open documents of the parties whose names may be in its text, of any amount: several of them may come to
 * the amount together.
 */
export async function documentsOfNamed(
  { db, session }: Context,
  lines: readonly StoredLine[],
  currency_id: number,
): Promise<Map<number, OpenCandidate[]>> {
  const own = session.organization_id
  const found = new Map<number, OpenCandidate[]>()
  for (const side of [incoming, outgoing]) {
    const ofSide = lines.filter((line) => side.is(line))
    const words = nameWords(ofSide)
    if (words.length === 0) continue
    const { rows } = await sql<OpenCandidate>`
      WITH ${namedParties(own, side, words, namedPartiesMaximum)}
      SELECT ${columns} FROM party
      CROSS JOIN LATERAL (
        SELECT document.* FROM documents AS document
        WHERE ${isOpen(own, currency_id)} AND document.kind = ANY (${side.kinds}::text[]) AND document.party_id = party.id
        ORDER BY document_date, id LIMIT ${perNamedParty} OFFSET 0) AS document`.execute(db)
    if (rows.length > 0) for (const { id } of ofSide) found.set(id, rows)
  }
  return found
}

export const nameWords = (lines: readonly StoredLine[]): string[] => {
  const tokens = saidWords(...lines.flatMap(({ description, counterparty }) => [description, counterparty]))
  return [...new Set(tokens.split(' '))].filter((word) => word.length >= 3 && !/\d/.test(word))
}

/** The parties whose names begin with one of the words. */
export const namedParties = (
  organization: number,
  side: Pick<OpenSide, 'party'>,
  words: readonly string[],
  most: number,
) => {
  const either = [...words, ...words.map((word) => `ال${word}`)]
  return sql`party AS MATERIALIZED (
      SELECT id, name, name_en FROM parties
      WHERE organization_id = ${organization} AND kind = ${side.party}
        AND (split_part(search_text, ' ', 1) = ANY (${either}::text[])
          OR split_part(search_text, ' ', 2) = ANY (${either}::text[])
          OR lower(split_part(name_en, ' ', 1)) = ANY (${words}::text[])) LIMIT ${most})`
}

/** Of the amounts that many share: the documents of the parties whose names begin with a word of the texts. */
async function ofNames(
  { db, session }: Context,
  side: OpenSide,
  lines: readonly StoredLine[],
  currency_id: number,
): Promise<OpenCandidate[]> {
  const units = [...new Set(lines.map(unitsOf))]
  const { rows } = await sql<OpenCandidate>`
    WITH ${namedParties(session.organization_id, side, nameWords(lines), partiesMaximum)}
    SELECT ${columns} FROM party
    CROSS JOIN LATERAL (
      SELECT document.* FROM documents AS document
      WHERE ${isOpen(session.organization_id, currency_id)}
        AND document.kind = ANY (${side.kinds}::text[]) AND document.party_id = party.id AND document.open_units = ANY (${units}::bigint[])
      ORDER BY document_date, id LIMIT ${perParty} OFFSET 0) AS document`.execute(db)
  return rows
}

const ofNumbers = (
  context: Context,
  { kinds }: OpenSide,
  numbers: readonly string[],
  currency_id: number,
): Promise<OpenCandidate[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : look(
        context,
        currency_id,
        sql`unnest(${numbers}::text[]) AS asked (number)`,
        sql`AND document.kind = ANY (${kinds}::text[]) AND document.number = asked.number`,
      )

const columns = sql`document.id, document.kind, document.number, document.document_date, document.party_id, party.name AS party, party.name_en AS party_en, document.open_units AS units`
const isOpen = (organization: number, currency: number) =>
  sql`document.organization_id = ${organization} AND document.state = 'posted' AND document.settled::numeric < document.total::numeric
    AND document.currency_id = ${currency}`

async function look(
  { db, session }: Context,
  currency_id: number,
  asked: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<OpenCandidate[]> {
  const organization = session.organization_id
  const { rows } = await sql<OpenCandidate>`
    SELECT ${columns} FROM ${asked}
    CROSS JOIN LATERAL (
      SELECT document.* FROM documents AS document
      WHERE ${isOpen(organization, currency_id)} ${condition} OFFSET 0) AS document
    ${beside('parties', 'party', organization, sql`document.party_id`)}`.execute(db)
  return rows
}

/** Words with a digit, as they are written and in capitals: banks print everything in capitals or nothing. */
const numbersIn = (lines: readonly StoredLine[]): string[] => [
  ...new Set(
    lines
      .flatMap(({ description, reference, counterparty }) => [description, reference ?? '', counterparty ?? ''])
      .flatMap((said) => said.split(/[\s,;:()·]+/))
      .filter((word) => word.length >= 3 && word.length <= 50 && /\d/.test(word))
      .flatMap((word) => [word, word.toUpperCase()]),
  ),
]
