import { sql } from 'kysely'
import type { Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, sum, zero } from '#ledger/money.ts'
import { type CashFlowTag, cashFlowTags } from '#ledger/statements/cash-flow.ts'
import type { ChartAccount } from '#ledger/statements/chart-tree.ts'
import {
  type EntryPart,
  movedSince,
  type Placing,
  together,
  type Unmoved,
  unmovedIn,
} from '#ledger/statements/noncash.ts'
import type { Context } from '#server/core/context.ts'
import { recordedBy } from '#server/journal/as-recorded.ts'
import { filtersOf, type SegmentsQuery } from './sum-balances.ts'

type Days = Range & Pick<SegmentsQuery, 'branch_id' | 'known_at'>
type Tags = ReadonlyMap<number, CashFlowTag>

/** Non-cash movements on accounts of investing and financing in these days, less payments for them. */
export async function unmovedOf(context: Context, accounts: readonly ChartAccount[], days: Days): Promise<Unmoved> {
  const { booked, paid } = await unmovedByEntry(context, accounts, days)
  return together([...booked, ...paid].map(({ unmoved }) => unmoved))
}

/** What these days booked on accounts of investing and financing, and no money came or went for by their end: debit − credit (IAS 7.43). */
export async function noncashOf(
  context: Context,
  accounts: readonly ChartAccount[],
  days: Days,
): Promise<ReadonlyMap<number, Decimal>> {
  const { booked, paid } = await unmovedByEntry(context, accounts, days)
  const own = new Set(booked.map(({ entry_id }) => entry_id))
  const later = paid.filter(({ entry_id }) => own.has(entry_id))
  return together([...booked, ...later].map(({ unmoved }) => unmoved)).sections
}

async function unmovedByEntry(context: Context, accounts: readonly ChartAccount[], days: Days) {
  const tags = cashFlowTags(accounts)
  const sections = accounts.filter(({ id }) => tags.get(id) === 'inv' || tags.get(id) === 'fin').map(({ id }) => id)
  const [entries, settled] = await Promise.all([touching(context, sections, days), paidSince(context, sections, days)])
  const { decimals } = context.session.organization
  const unmovedOfParts = (parts: readonly EntryPart[]) => unmovedIn(parts, placing(accounts, tags, parts, decimals))
  const booked = entries.map(([entry_id, parts]) => ({ entry_id, unmoved: unmovedOfParts(parts) }))
  const paid = settled.map(({ entry_id, parts, relief, whole }) => ({
    entry_id,
    unmoved: movedSince(unmovedOfParts(parts), relief, whole, decimals),
  }))
  return { booked, paid }
}

/** The accumulated depreciation of an asset leaves with it. */
function placing(
  accounts: readonly ChartAccount[],
  tags: Tags,
  parts: readonly EntryPart[],
  decimals: number,
): Placing {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const isAsset = ({ account_id }: EntryPart) => tags.get(account_id) === 'inv' && byId.get(account_id)?.class === 'A'
  const disposes = parts.some(isAsset)
  return {
    decimals,
    sectionOf: (id) => {
      const tag = tags.get(id)
      if (tag === 'cash' || tag === 'inv' || tag === 'fin') return tag
      if (tag === 'op_noncash' && disposes && byId.get(id)?.class === 'A') return 'inv'
      return tag === 'op_wc' ? 'working' : null
    },
  }
}

type Row = EntryPart & { entry_id: number }
const entriesOf = (rows: readonly Row[]) => [...Map.groupBy(rows, ({ entry_id }) => entry_id)]

/** Entries of these days on such accounts, each with all its accounts: few, for they are purchases of assets, loans and capital. */
async function touching(context: Context, sections: readonly number[], days: Days): Promise<[number, EntryPart[]][]> {
  const { db, session } = context
  const organization = session.organization_id
  const { rows } = await sql<Row>`
    WITH touched AS MATERIALIZED (
      SELECT DISTINCT line.entry_id FROM unnest(${sections}::bigint[]) AS own (id)
      CROSS JOIN LATERAL (SELECT entry_id FROM journal_lines AS line WHERE line.organization_id = ${organization} AND line.account_id = own.id
        AND line.entry_date BETWEEN ${days.from}::date AND ${days.to}::date ${filtersOf(days)} OFFSET 0) AS line
      CROSS JOIN LATERAL (SELECT 1 FROM journal_entries AS entry WHERE entry.organization_id = ${organization} AND entry.id = line.entry_id
        AND entry.kind NOT IN ('opening', 'closing') ${recordedBy(days.known_at, sql`entry.posted_at`)} OFFSET 0) AS business)
    ${partsOf(organization, days)}`.execute(db)
  return entriesOf(rows)
}

const partsOf = (organization: number, days: Pick<Days, 'branch_id'>) => sql`
    SELECT line.entry_id, line.account_id, sum(line.credit - line.debit) AS effect, sum(line.debit) AS debit, sum(line.credit) AS credit
    FROM touched JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = touched.entry_id ${filtersOf(days)}
    GROUP BY line.entry_id, line.account_id ORDER BY line.entry_id, line.account_id`

/** Payments of these days for documents on such accounts, whenever those were posted. */
async function paidSince(context: Context, sections: readonly number[], days: Days) {
  const { db, session } = context
  const organization = session.organization_id
  const { rows: settled } = await sql<{ entry_id: number; relief: string; whole: string }>`
    WITH touched AS MATERIALIZED (
      SELECT DISTINCT line.entry_id FROM unnest(${sections}::bigint[]) AS own (id)
      CROSS JOIN LATERAL (SELECT entry_id FROM journal_lines AS line WHERE line.organization_id = ${organization} AND line.account_id = own.id
        AND line.entry_date <= ${days.to}::date ${filtersOf(days)} OFFSET 0) AS line),
    owed AS MATERIALIZED (
      SELECT document.id, document.entry_id, document.total_base FROM touched
      CROSS JOIN LATERAL (SELECT id, source, source_id FROM journal_entries AS own WHERE own.organization_id = ${organization} AND own.id = touched.entry_id
        AND own.kind NOT IN ('opening', 'closing') OFFSET 0) AS entry
      CROSS JOIN LATERAL (
        SELECT * FROM documents AS own WHERE entry.source <> 'manual' AND own.organization_id = ${organization} AND own.id = entry.source_id
        UNION ALL
        SELECT * FROM documents AS own WHERE entry.source = 'manual' AND own.organization_id = ${organization} AND own.manual_entry_id = entry.source_id
        OFFSET 0) AS document
      WHERE document.entry_id = entry.id AND document.state = 'posted')
    SELECT owed.entry_id, owed.total_base AS whole, sum(allocation.carrying_base) AS relief
    FROM owed
    JOIN allocations AS allocation ON allocation.organization_id = ${organization} AND allocation.document_id = owed.id
      AND allocation.allocation_date BETWEEN ${days.from}::date AND ${days.to}::date
    JOIN payments AS payment ON payment.organization_id = ${organization} AND payment.id = allocation.payment_id AND payment.payment_date >= ${days.from}::date
    JOIN journal_entries AS applied ON applied.organization_id = ${organization} AND applied.id = allocation.entry_id ${recordedBy(days.known_at, sql`applied.posted_at`)}
    WHERE owed.total_base > 0
    GROUP BY owed.id, owed.entry_id, owed.total_base HAVING sum(allocation.carrying_base) <> 0`.execute(db)
  if (settled.length === 0) return []
  const ids = settled.map(({ entry_id }) => entry_id)
  const { rows } = await sql<Row>`
    WITH touched AS (SELECT * FROM unnest(${ids}::bigint[]) AS own (entry_id)) ${partsOf(organization, days)}`.execute(
    db,
  )
  const parts = new Map(entriesOf(rows))
  return settled.map((one) => ({ ...one, parts: parts.get(one.entry_id) ?? [] }))
}

/** Revaluation differences of the cash itself. */
export async function fxOnCash(
  { db, session, assumed = [] }: Context,
  cash: readonly number[],
  { from, to, branch_id, known_at }: Days,
): Promise<Decimal> {
  const organization = session.organization_id
  const { rows } = await sql<{ effect: string | null }>`
    SELECT sum(line.debit - line.credit) AS effect FROM journal_entries AS entry
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = entry.id AND line.account_id = ANY (${cash}::bigint[])
    WHERE entry.organization_id = ${organization} AND entry.source = 'fx_revaluation_cash' AND entry.entry_date BETWEEN ${from}::date AND ${to}::date
      ${filtersOf({ branch_id })} ${recordedBy(known_at, sql`entry.posted_at`)}`.execute(db)
  const planned = assumed.filter(
    (line) =>
      line.source === 'fx_revaluation_cash' && cash.includes(line.account_id) && line.day >= from && line.day <= to,
  )
  const inBranches = planned.filter((line) => !branch_id || branch_id.includes(line.branch_id))
  return sum(inBranches.map((line) => decimal(line.debit).minus(line.credit))).plus(rows[0]?.effect ?? zero)
}
