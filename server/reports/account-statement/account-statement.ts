import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { type Decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { likelyRange, rangeOf } from '../framework/date-range.ts'
import { entryLabel, sourceLink, wordsOf } from '../framework/entry-words.ts'
import { requireFilters } from '../framework/require-filters.ts'
import { column, forwardedFilters, named, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { accountsOfLine, type Spoken } from './line-drill-down.ts'
import { type StatementRow, statementRows } from './statement-rows.ts'
import { readCursor, type StatementScope, spellCursor } from './statement-scope.ts'
import { type StatementSums, sumStatement } from './statement-sums.ts'

type Query = z.output<(typeof reports.accountStatement)['calls']['show']['query']>

/** Every movement of an account, or of all accounts below it, with the balance it left (accounting rule 5.2). */
export async function showAccountStatement(context: Context, query: Query, limit: number): Promise<SheetInput> {
  const cursor = query.after ? readCursor(query.after) : null
  const facts = {
    with_closing: query.include_closing,
    hide_corrected: query.hide_corrected,
    without: query.without,
    known_at: query.as_known_at,
  }
  // The prerequisites of the rows are requested together with the rows of their likely values.
  const likely: StatementScope = { ...facts, ...likelyScope(context, query) }
  const [{ branch_id, cost_center_id }, account, { from, to, year }, party, expected] = await Promise.all([
    requireFilters(context, query),
    requireAccount(context, query),
    query.line === 'prior_years' ? yearsBefore(context, query) : rangeOf(context, query),
    partyOf(context, query.party_id),
    query.branch_id || query.cost_center_id || query.party_id !== undefined || query.line
      ? null
      : Promise.all([sumStatement(context, likely, cursor), statementRows(context, likely, cursor, limit + 1)]),
  ])
  const { label, account_ids, sign, counts, disposals } = query.line
    ? {
        ...(await accountsOfLine(context, query.line, { ...query, branch_id, from, to })),
        ...(account && { label: account.label }),
      }
    : (account as Spoken)
  const scope: StatementScope = {
    ...facts,
    account_ids,
    from,
    to,
    branch_id,
    cost_center_id,
    party,
    disposals,
    since: { from_the_beginning: beginning, by_year: year.from, by_range: from }[counts],
    ...(query.line === 'prior_years' && { with_closing: true }),
  }
  const isOfRows = expected && rowsKey(likely) === rowsKey(scope)
  const [sums, found] = await Promise.all([
    isOfRows && likely.since === scope.since ? expected[0] : sumStatement(context, scope, cursor),
    isOfRows ? expected[1] : statementRows(context, scope, cursor, limit + 1),
  ])
  const isLast = found.length <= limit
  const last = found[limit - 1]
  const rows = runningRows(found.slice(0, limit), sums.carried, sign)
  const opening = boundary(cursor ? 'carried' : 'opening', 'group', { balance: text(sums.carried.times(sign)) })
  const first =
    cursor || query.line || query.without ? opening : { ...opening, links: { balance: before(query, from) } }
  // One account need not be named in each row.
  const shown = columns.filter(({ key }) => key !== 'account' || scope.account_ids.length > 1)
  return sheetOf({ from, to }, shown, [first, ...rows, ...(isLast ? [closingRow(sums, sign)] : [])], {
    subject: label,
    next:
      isLast || !last
        ? null
        : spellCursor({ date: last.entry_date, entry_id: last.entry_id, line_number: last.line_number }),
  })
}

/** The opening balance: the same statement of the days before, whose year may be closed. */
const before = ({ account_id, party_id, ...query }: Query, from: string) => ({
  to: 'account_statement',
  query: {
    ...forwardedFilters({ ...query, include_closing: true }),
    ...(account_id !== undefined && { account_id }),
    ...(party_id !== undefined && { party_id }),
    to: addDays(from, -1),
  },
})

const beginning = '0001-01-01'

/** An account without children, whose balance continues over the years. */
function likelyScope(context: Context, query: Query) {
  const { from, to } = likelyRange(context, query)
  const narrowed = { branch_id: undefined, cost_center_id: undefined, party: null }
  return {
    account_ids: query.account_id === undefined ? [] : [query.account_id],
    from,
    to,
    since: beginning,
    ...narrowed,
  }
}

const rowsKey = ({ account_ids, from, to }: StatementScope): string => `${account_ids.join()} ${from} ${to}`

const columns = withLeadingColumns(
  ['balance'],
  [
    column('date', 'date'),
    column('entry', 'label'),
    column('description', 'text'),
    column('account', 'text'),
    column('party', 'text'),
    column('branch', 'text'),
    column('cost_center', 'text'),
    ...['debit', 'credit', 'balance'].map((key) => column(key, 'amount')),
  ],
)

function runningRows(rows: readonly StatementRow[], carried: Decimal, sign: 1 | -1): SheetRow[] {
  let running = carried
  return rows.map((row) => {
    running = running.plus(row.debit).minus(row.credit)
    return {
      key: `${row.entry_id}.${row.line_number}`,
      style: 'line',
      level: 1,
      label: entryLabel(row),
      texts: {
        date: row.entry_date,
        description: wordsOf(row),
        account: row.account_name === null ? null : { name: row.account_name, name_en: row.account_name_en },
        party: row.party === null ? null : { name: row.party, name_en: row.party_en },
        branch: { name: row.branch, name_en: row.branch_en },
        cost_center: row.cost_center === null ? null : { name: row.cost_center, name_en: row.cost_center_en },
      },
      figures: { debit: row.debit, credit: row.credit, balance: text(running.times(sign)) },
      link: sourceLink(row),
    }
  })
}

const boundary = (key: string, style: SheetRow['style'], figures: SheetRow['figures']): SheetRow => ({
  key,
  style,
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures,
})

const closingRow = ({ opening, debit, credit }: StatementSums, sign: 1 | -1): SheetRow =>
  boundary('closing', 'total', {
    debit: text(debit),
    credit: text(credit),
    balance: text(opening.plus(debit).minus(credit).times(sign)),
  })

type AccountFacts = Pick<Selectable<Database['accounts']>, 'number' | 'name' | 'name_en' | 'nature' | 'class'>

/** An account with its posting accounts: itself, or those below it. A line of a statement needs none. */
async function requireAccount({ db, session }: Context, { account_id: id, line }: Query): Promise<Spoken | null> {
  if (id === undefined) {
    if (line) return null
    throw new Refusal('invalid_input', { errors: { account_id: { code: 'required' } } })
  }
  const { rows } = await sql<AccountFacts & { posting_id: number | null }>`
    WITH RECURSIVE below AS (
      SELECT id, postable FROM accounts WHERE organization_id = ${session.organization_id} AND id = ${id}
      UNION ALL
      SELECT account.id, account.postable FROM accounts AS account JOIN below ON account.parent_id = below.id WHERE account.organization_id = ${session.organization_id})
    SELECT account.number, account.name, account.name_en, account.nature, account.class, posting.id AS posting_id
    FROM accounts AS account LEFT JOIN (SELECT id FROM below WHERE postable) AS posting ON true
    WHERE account.organization_id = ${session.organization_id} AND account.id = ${id}`.execute(db)
  const [account] = rows
  if (!account) throw new Refusal('invalid_input', { errors: { account_id: { code: 'unknown_reference' } } })
  return {
    label: { ...named(account), code: account.number },
    account_ids: rows.flatMap(({ posting_id }) => posting_id ?? []),
    sign: account.nature === 'D' ? 1 : -1,
    counts: 'RX'.includes(account.class) ? 'by_year' : 'from_the_beginning',
  }
}

/** Prior profit is shown at the end of the last earlier year. */
async function yearsBefore(context: Context, query: Query): ReturnType<typeof rangeOf> {
  const { year } = await rangeOf(context, query)
  return rangeOf(context, { to: addDays(year.from, -1) })
}

async function partyOf({ db }: Context, id: number | undefined) {
  if (id === undefined) return null
  const [, party] = await Promise.all([
    requireRows(db, { party_id: ['parties', id] }),
    db.selectFrom('parties').select(['id', 'kind']).where('id', '=', id).executeTakeFirst(),
  ])
  return party as NonNullable<typeof party>
}
