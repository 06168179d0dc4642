import { type RawBuilder, sql } from 'kysely'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { requireRows } from '#server/kit/references.ts'
import { entryLabel } from './account-statement.ts'
import { partyAccounts } from './party-accounts.ts'
import { rangeOf } from './range-of.ts'
import { column, named, sheetOf, word } from './sheet.ts'
import { sourceNumbers } from './statement-rows.ts'
import { readCursor, spellCursor } from './statement-scope.ts'

type Query = { from?: string | undefined; to?: string | undefined; after?: string | undefined }
type Movement = {
  entry_id: number
  entry_date: string
  amount: string
  running: string
  entry_number: number
  kind: string
  source: string
  source_id: number | null
  number: string | null
  due_date: string | null
}

/**
 * What passed between us and a customer or supplier, and what it left (ledger.md 5.9): what is owed and what was paid
 * ahead as one balance. What moves nothing between the two parties is not theirs to read: using an advance, and an
 * entry that was corrected on its own day.
 */
export const showPartyStatement =
  (side: Side) =>
  async (context: Context, query: Query & Record<string, unknown>, limit: number): Promise<SheetInput> => {
    const party = await requireParty(context, side, query[side.partyField] as number)
    const { from, to } = await rangeOf(context, query)
    const { control, advance, sign } = await partyAccounts(context, side)
    const scope = { from, to, after: query.after, limit: limit + 1 }
    const movements = movementsOf(context, [control, advance], { party: side.party, id: party.id, to })
    const found = await pageOf(context, movements, scope)
    const sums = await sumsOf(context, movements, from)
    const last = found[limit - 1]
    const next = found.length > limit && last ? last : null
    const shown = found.slice(0, limit)
    const carried = shown[0] ? decimal(shown[0].running).minus(shown[0].amount) : decimal(sums.opening)
    const rows = [
      boundary(query.after ? 'carried' : 'opening', { balance: text(carried.times(sign)) }),
      ...shown.map((row) => movementRow(row, sign)),
    ]
    const end = { debit: sums.debit, credit: sums.credit, balance: text(decimal(sums.closing).times(sign)) }
    return sheetOf({ from, to }, columns, next ? rows : [...rows, { ...boundary('closing', end), style: 'total' }], {
      subject: named(party),
      next: next && spellCursor({ date: next.entry_date, entry_id: next.entry_id, line_number: 0 }),
    })
  }

const columns = [
  ...[column('date', 'date'), column('entry', 'label'), column('due_date', 'date')],
  ...['debit', 'credit', 'balance'].map((key) => column(key, 'amount')),
]

const movementRow = (row: Movement, sign: 1 | -1): SheetRow => {
  const amount = decimal(row.amount)
  return {
    ...{ key: `entry:${row.entry_id}`, style: 'line', level: 1, label: entryLabel(row) },
    texts: { date: row.entry_date, due_date: row.due_date },
    figures: {
      ...(amount.gt(0) ? { debit: text(amount) } : { credit: text(amount.abs()) }),
      balance: text(decimal(row.running).times(sign)),
    },
    link: row.source_id === null ? null : { to: row.source, query: { id: row.source_id } },
  }
}

const boundary = (key: string, figures: SheetRow['figures']): SheetRow => ({
  ...{ key, style: 'group', level: 1, label: word(`lines.${key}`), texts: {}, figures },
})

async function requireParty({ db }: Context, side: Side, id: number) {
  await requireRows(db, { [side.partyField]: ['parties', id, { kind: side.party }] })
  return db.selectFrom('parties').select(['id', 'name', 'name_en']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Each entry's effect on the party, with the balance after it. */
function movementsOf(
  { session }: Context,
  accounts: readonly number[],
  { party, id, to }: { party: string; id: number; to: string },
): RawBuilder<unknown> {
  const organization = session.organization_id
  return sql`
    moved AS (
      SELECT entry_id, entry_date, sum(debit - credit) AS amount FROM journal_lines
      WHERE organization_id = ${organization} AND party_kind = ${party} AND party_id = ${id} AND entry_date <= ${to}::date AND account_id = ANY (${accounts}::bigint[])
      GROUP BY entry_id, entry_date HAVING sum(debit - credit) <> 0),
    movements AS (
      SELECT moved.*, sum(amount) OVER (ORDER BY entry_date, entry_id) AS running FROM moved
      WHERE NOT EXISTS (SELECT 1 FROM journal_entries AS own
        JOIN journal_entries AS pair ON pair.organization_id = ${organization} AND pair.entry_date = own.entry_date AND pair.reverses_id = own.id
        WHERE own.organization_id = ${organization} AND own.id = moved.entry_id)
      AND NOT EXISTS (SELECT 1 FROM journal_entries AS own
        JOIN journal_entries AS pair ON pair.organization_id = ${organization} AND pair.entry_date = own.entry_date AND pair.id = own.reverses_id
        WHERE own.organization_id = ${organization} AND own.id = moved.entry_id))`
}

type Page = { from: string; to: string; after: string | undefined; limit: number }

async function pageOf({ db, session }: Context, movements: RawBuilder<unknown>, page: Page): Promise<Movement[]> {
  const organization = session.organization_id
  const cursor = page.after ? readCursor(page.after) : null
  const { rows } = await sql<Movement>`
    WITH ${movements}
    SELECT movements.*, entry.entry_number, entry.kind, entry.source, entry.source_id, document.due_date,
      coalesce(document.number, payment.number, manual.number) AS number
    FROM movements
    JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = movements.entry_id
    ${sourceNumbers(organization)}
    WHERE movements.entry_date >= ${page.from}::date
      AND (movements.entry_date, movements.entry_id) > (${cursor?.date ?? '0001-01-01'}::date, ${cursor?.entry_id ?? 0}::bigint)
    ORDER BY movements.entry_date, movements.entry_id LIMIT ${page.limit}`.execute(db)
  return rows
}

type Sums = { opening: string; debit: string; credit: string; closing: string }

async function sumsOf({ db }: Context, movements: RawBuilder<unknown>, from: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    WITH ${movements}
    SELECT coalesce(sum(amount) FILTER (WHERE entry_date < ${from}::date), 0) AS opening,
      coalesce(sum(amount) FILTER (WHERE entry_date >= ${from}::date AND amount > 0), 0) AS debit,
      coalesce(-sum(amount) FILTER (WHERE entry_date >= ${from}::date AND amount < 0), 0) AS credit,
      coalesce(sum(amount), 0) AS closing
    FROM movements`.execute(db)
  return rows[0] as Sums
}
