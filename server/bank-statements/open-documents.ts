import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { beside } from '#server/reports/account-statement/statement-rows.ts'
import type { StoredLine } from './stored-line.ts'

export type OpenCandidate = {
  id: number
  kind: string
  number: string
  document_date: string
  party_id: number
  party: string
  /** In whole units of a ten-thousandth, as documents are found by. */
  units: number
}

/** Documents of one amount that are looked at, the oldest first. */
const perAmount = 50
/** Where more share an amount, the oldest of each party as well: the name decides among them. */
const partiesMaximum = 2_000

/**
 * Open documents of one of the amounts, or whose number a text contains. Each amount and number is looked up by an index, so a page of
 * lines costs a page of look-ups, however many documents are open.
 */
export async function candidatesOf(context: Context, lines: readonly StoredLine[]): Promise<OpenCandidate[]> {
  const asked = [incoming, outgoing].map((side) => ({ side, lines: lines.filter((line) => side.is(line)) }))
  const found = await Promise.all(
    asked
      .filter((one) => one.lines.length > 0)
      .flatMap(({ side, lines: own }) => [
        ofAmounts(context, side.kinds, [...new Set(own.map(unitsOf))]),
        ofNumbers(context, side.kinds, numbersIn(own)),
      ]),
  )
  return [...new Map(found.flat().map((one) => [one.id, one])).values()]
}

const incoming = { is: ({ amount }: StoredLine) => !amount.startsWith('-'), kinds: [...sales.openKinds] as string[] }
const outgoing = { is: ({ amount }: StoredLine) => amount.startsWith('-'), kinds: [...purchases.openKinds] as string[] }

export const unitsOf = ({ amount }: Pick<StoredLine, 'amount'>): string => text(decimal(amount).abs().times(10_000))

async function ofAmounts(
  context: Context,
  kinds: readonly string[],
  units: readonly string[],
): Promise<OpenCandidate[]> {
  const { db, session } = context
  const found = await look(
    context,
    sql`unnest(${units}::bigint[]) AS asked (units)`,
    sql`AND document.kind = ANY (${kinds}::text[]) AND document.open_units = asked.units
      ORDER BY document.document_date, document.id LIMIT ${perAmount}`,
  )
  const counts = Map.groupBy(found, (one) => one.units)
  const crowded = [...counts].filter(([, rows]) => rows.length === perAmount).map(([unit]) => unit)
  if (crowded.length === 0) return found
  const { rows } = await sql<OpenCandidate>`
    SELECT ${columns} FROM unnest(${crowded}::bigint[]) AS asked (units)
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (party_id) document.* FROM documents AS document
      WHERE ${isOpen(session.organization_id, session.organization.currency_id)}
        AND document.kind = ANY (${kinds}::text[]) AND document.open_units = asked.units
      ORDER BY party_id, document_date, id LIMIT ${partiesMaximum}) AS document
    ${beside('parties', 'party', session.organization_id, sql`document.party_id`)}`.execute(db)
  return [...found, ...rows]
}

const ofNumbers = (context: Context, kinds: readonly string[], numbers: string[]): Promise<OpenCandidate[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : look(
        context,
        sql`unnest(${numbers}::text[]) AS asked (number)`,
        sql`AND document.kind = ANY (${kinds}::text[]) AND document.number = asked.number`,
      )

const columns = sql`document.id, document.kind, document.number, document.document_date, document.party_id, party.name AS party, document.open_units AS units`
const isOpen = (organization: number, currency: number) =>
  sql`document.organization_id = ${organization} AND document.state = 'posted' AND document.settled::numeric < document.total::numeric
    AND document.currency_id = ${currency}`

async function look(
  { db, session }: Context,
  asked: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<OpenCandidate[]> {
  const organization = session.organization_id
  const { rows } = await sql<OpenCandidate>`
    SELECT ${columns} FROM ${asked}
    CROSS JOIN LATERAL (
      SELECT document.* FROM documents AS document
      WHERE ${isOpen(organization, session.organization.currency_id)} ${condition} OFFSET 0) AS document
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
