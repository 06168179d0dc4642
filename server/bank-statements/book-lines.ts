import { sql } from 'kysely'
import { decimal, text } from '#ledger/money.ts'
import { openLines } from '#server/bank/bank-lines.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { beside, sourceNumbers } from '#server/reports/account-statement/statement-rows.ts'
import { partyWords, saidWords } from './guessing/said-words.ts'
import type { StoredLine } from './stored-line.ts'

type OpenBookLine = { account_id: number; entry_id: number; line_number: number; entry_date: string; amount: string }
type Description = { description: string | null; number: string | null; party: string | null }
/** Number and party are folded once, as they are searched in every text. */
export type BookLine = OpenBookLine & Description & { number_words: string; party_words: string }

/** How long before and after the bank's line its line of the books may be. */
const daysBefore = 40
const daysAfter = 10
/** Lines of the books of one amount that are looked at, the nearest days first. */
const perLine = 3

/** For each line those of the books on its account, of its amount, about its day, that no line of a bank is yet. */
export async function booksOf(
  context: Context,
  lines: readonly StoredLine[],
): Promise<Map<number, readonly BookLine[]>> {
  const accounts = [...Map.groupBy(lines, (line) => line.account_id)]
  const found = await Promise.all(accounts.map(([account, own]) => openBooks(context, account, own)))
  const nearest = nearestOf(lines, found.flat())
  const described = await descriptionsOf(context, [...new Set([...nearest.values()].flat())])
  return new Map(
    [...nearest].map(([id, rows]) => [
      id,
      rows.flatMap((row) => described.get(`${row.entry_id} ${row.line_number}`) ?? []),
    ]),
  )
}

async function openBooks(context: Context, account_id: number, lines: readonly StoredLine[]): Promise<OpenBookLine[]> {
  const organization = context.session.organization_id
  const days = lines.map((line) => line.line_date).toSorted()
  const [first, last] = [days[0] as string, days.at(-1) as string]
  const currency = await bankCurrency(context, account_id)
  const scope = { account_id, currency_id: currency.id, day: shifted(last, daysAfter) }
  const amounts = [...new Set(lines.map((line) => line.amount))]
  const { rows } = await sql<OpenBookLine>`
    SELECT ${account_id}::bigint AS account_id, line.* FROM (${openLines(context, scope)}) AS line
    WHERE line.entry_date >= ${shifted(first, -daysBefore)}::date AND line.amount = ANY (${amounts}::numeric[])
      AND NOT EXISTS (SELECT FROM bank_line_matches AS matched WHERE matched.organization_id = ${organization}
        AND matched.entry_id = line.entry_id AND matched.line_number = line.line_number)`.execute(context.db)
  return rows
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 864e5).toISOString().slice(0, 10)

/** By account and amount. */
const amountKey = ({ account_id, amount }: { account_id: number; amount: string }): string =>
  `${account_id} ${text(decimal(amount))}`

const dayNumber = (day: string): number => Date.parse(day) / 864e5
/** Whether the books have the line near enough to the bank's day. */
const isNear = (days: number): boolean => days >= -daysBefore && days <= daysAfter

/** For each line the few of its amount whose days are nearest; only these are described. */
function nearestOf(lines: readonly StoredLine[], found: readonly OpenBookLine[]): Map<number, OpenBookLine[]> {
  const groups = Map.groupBy(found, amountKey)
  const sorted = new Map(
    [...groups].map(([key, rows]) => [
      key,
      rows.map((row) => ({ row, day: dayNumber(row.entry_date) })).sort((one, other) => one.day - other.day),
    ]),
  )
  const nearest = new Map<number, OpenBookLine[]>()
  for (const line of lines) {
    const own: OpenBookLine[] = []
    const rows = sorted.get(amountKey(line)) ?? []
    const day = dayNumber(line.line_date)
    let after = firstFrom(rows, day)
    let before = after - 1
    for (let count = 0; count < perLine; count++) {
      const [earlier, later] = [rows[before], rows[after]]
      if (!earlier && !later) break
      const isLater = later !== undefined && (earlier === undefined || later.day - day <= day - earlier.day)
      const one = isLater ? later : (earlier as { row: OpenBookLine; day: number })
      if (isNear(one.day - day)) own.push(one.row)
      if (isLater) after++
      else before--
    }
    nearest.set(line.id, own)
  }
  return nearest
}

/** The first position whose day is not earlier. */
function firstFrom(rows: readonly { day: number }[], day: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as { day: number }).day < day) low = middle + 1
    else high = middle
  }
  return low
}

async function descriptionsOf(
  { db, session }: Context,
  lines: readonly OpenBookLine[],
): Promise<Map<string, BookLine>> {
  if (lines.length === 0) return new Map()
  const organization = session.organization_id
  const { rows } = await sql<Pick<OpenBookLine, 'entry_id' | 'line_number'> & Description>`
    SELECT page.entry_id, page.line_number, coalesce(line.description, entry.description) AS description,
      coalesce(document.number, payment.number, manual.number) AS number, coalesce(documented.name, payer.name) AS party
    FROM unnest(${lines.map((line) => line.entry_id)}::bigint[], ${lines.map((line) => line.line_number)}::integer[]) AS page (entry_id, line_number)
    CROSS JOIN LATERAL (SELECT * FROM journal_lines AS line WHERE line.organization_id = ${organization} AND line.entry_id = page.entry_id
      AND line.line_number = page.line_number OFFSET 0) AS line
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ${beside('parties', 'documented', organization, sql`document.party_id`)}
    ${beside('parties', 'payer', organization, sql`payment.party_id`)}`.execute(db)
  const own = new Map(lines.map((line) => [`${line.entry_id} ${line.line_number}`, line]))
  return new Map(
    rows.map((row) => {
      const key = `${row.entry_id} ${row.line_number}`
      return [key, { ...(own.get(key) as OpenBookLine), ...row, ...folded(row) }]
    }),
  )
}

const folded = ({ number, party }: Description) => ({
  number_words: saidWords(number),
  party_words: partyWords(party),
})
