import { type RawBuilder, sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { type Age, ages } from '#contract/reports/filters.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { partyAccounts } from '../framework/control-accounts.ts'
import { agingBuckets } from '../receivables/aging-buckets.ts'
import { agedParties } from '../receivables/aging-report.ts'
import { nothingChangedSince } from '../receivables/open-items-current.ts'

type Aged = Record<Age | 'advances', string>
export type PartyBalance = {
  id: number
  total: string
  overdue: string
  paid_ahead: string
  byAge: Record<Age, string>
}

/**
 * What some customers or suppliers owe or are owed today, as the ageing report states it (accounting rule 5.8). Usually nothing
 * is dated later than today, and each is read from its range of the index of open documents; otherwise the report itself is asked.
 */
export async function partyBalancesOf(context: Context, side: Side, ids: readonly number[]): Promise<PartyBalance[]> {
  const [{ control, advance, retention, sign }, isNow] = await Promise.all([
    partyAccounts(context, side),
    sql<{ is_so: boolean }>`SELECT ${nothingChangedSince(context, side, context.today)} AS is_so`.execute(context.db),
  ])
  const rows = isNow.rows[0]?.is_so
    ? await presentBalances(context, side, { ids, advance, sign })
    : await agedParties(context, side, {
        to: context.today,
        control,
        advance,
        retention,
        sign,
        currency: null,
        kinds: side.openKinds,
        known_at: undefined,
        offset: 0,
        limit: ids.length,
        ids,
      })
  const found = new Map(rows.map((row) => [row.id, row as Aged]))
  return ids.map((id) => balanceOf(id, found.get(id)))
}

function balanceOf(id: number, aged: Aged | undefined): PartyBalance {
  const byAge = Object.fromEntries(ages.map((age) => [age, aged?.[age] ?? '0'])) as Record<Age, string>
  const late = sum(ages.filter((age) => age !== 'not_due').map((age) => decimal(byAge[age])))
  const ahead = decimal(aged?.advances ?? 0)
  return {
    id,
    byAge,
    overdue: text(late),
    paid_ahead: text(ahead.neg()),
    total: text(late.plus(byAge.not_due).plus(ahead)),
  }
}

type PartyBalancesQuery = { ids: readonly number[]; advance: number; sign: 1 | -1 }

async function presentBalances(
  { db, session, today }: Context,
  side: Side,
  { ids, advance, sign }: PartyBalancesQuery,
) {
  const own = sql`organization_id = ${session.organization_id}`
  // One kind at a time, each written as in its index.
  const open: RawBuilder<unknown> = sql.join(
    side.openKinds.map(
      (kind) => sql`SELECT due_date, total_base - settled_base AS amount FROM documents
      WHERE ${own} AND kind = ${kind} AND party_id = wanted.id AND state = 'posted' AND settled < total`,
    ),
    sql` UNION ALL `,
  )
  const named = ages.map((age) => sql`coalesce(aged.${sql.ref(age)}, 0) AS ${sql.ref(age)}`)
  const { rows } = await sql<Aged & { id: number }>`
    SELECT wanted.id, ${sql.join(named)}, coalesce(ahead.amount, 0) AS advances
    FROM unnest(${ids}::bigint[]) AS wanted (id)
    CROSS JOIN LATERAL (SELECT ${agingBuckets(today, sql`amount`, sql`due_date`)} FROM (${open}) AS item OFFSET 0) AS aged
    CROSS JOIN LATERAL (
      SELECT ${sign}::integer * sum(debit - credit) AS amount FROM journal_lines
      WHERE ${own} AND party_kind = ${side.party} AND party_id = wanted.id AND account_id = ${advance} AND entry_date <= ${today}::date
      OFFSET 0) AS ahead`.execute(db)
  return rows
}
