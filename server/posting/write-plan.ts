import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { takeNumber, takeOver } from '#server/journal/posting/number-series.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { nextIds } from './facts/new-ids.ts'
import { journalRows, previewedEntries, sumRows } from './journal-rows.ts'
import { sumLast } from './late-sums.ts'
import { columnValue, NewId, NextNumber } from './placeholders.ts'
import type { Plan, PlannedChange, PlannedPut, PlannedWrite, Values } from './plan.ts'
import { sendRows } from './send-rows.ts'

/**
 * Writes a plan: first the ids and the numbers, in one round trip, then all rows, sent at once and awaited with the commit. The number of
 * the entry comes last: its row is the posting mutex of the organization.
 */
export async function writePlan(context: Context, plan: Plan): Promise<void> {
  const { db, session, services } = context
  const [first, accounts] = await Promise.all([takeNumbers(context, plan), loadAccounts(context)])
  const into = { db, organization: session.organization_id }
  const writer = { session, accounts }
  const journal = journalRows(plan.entries, first, writer)
  // Rows name their entries, and the lines of the entries name documents: rows come between them.
  sendRows(into, 'journal_entries', journal.entries)
  for (const run of inRuns(plan.writes)) sendRun(context, run)
  for (const puts of Map.groupBy(plan.puts, shapeOf).values()) sendPuts(context, puts)
  for (const changes of Map.groupBy(plan.changes, shapeOf).values()) sendWrites(db, writeChanges(context, changes))
  sendRows(into, 'journal_lines', journal.lines)
  sendRows(into, 'tax_entries', journal.taxes)
  if (context.sumsLast) sumLast(context, plan.entries, (all) => sendSums(into, sumRows(all, writer)))
  else sendSums(into, sumRows(plan.entries, writer))
  for (const message of plan.messages) sendWrites(db, enqueue(db, session.organization_id, message))
  if (plan.entries.length === 0) return
  services.sealing?.wanted(session.organization_id)
  context.previewed?.push(...previewedEntries(plan.entries, writer))
}

type Into = Parameters<typeof sendRows>[0]

function sendSums(into: Into, { taxTotals, days, months }: ReturnType<typeof sumRows>): void {
  const taxSums = ['base', 'tax', 'row_count']
  sendRows(into, 'daily_tax_totals', taxTotals, addedTo('daily_tax_totals', taxTotalKey, taxSums))
  sendRows(into, 'daily_balances', days, addedTo('daily_balances', balanceKey('day'), balanceSums))
  sendRows(into, 'monthly_balances', months, addedTo('monthly_balances', balanceKey('month'), balanceSums))
}

/** Writes of one kind, table and columns. */
function sendRun(context: Context, run: readonly PlannedWrite[]): void {
  const { db, session } = context
  const into = { db, organization: session.organization_id }
  const [first] = run
  if (first?.how === 'add') {
    const rows = run.flatMap((write) => (write.how === 'add' ? [write.values] : []))
    sendRows(into, first.table, rows)
    return
  }
  for (const write of run)
    if (write.how === 'remove') sendWrites(db, removeRows(context, write.table, write.key))
    else if (write.how === 'change') sendWrites(db, changeRow(context, write.table, write.key, write.values))
}

function sendPuts({ db, session }: Context, puts: readonly PlannedPut[]): void {
  const { table, key, values } = puts[0] as PlannedPut
  const rows = puts.map((put) => ({ ...put.key, ...put.values }))
  sendRows({ db, organization: session.organization_id }, table, rows, replacing(key, values))
}

const replacing = (key: Values, values: Values) =>
  ` ON CONFLICT (organization_id, ${Object.keys(key).join(', ')}) DO UPDATE SET ${Object.keys(values)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

const matching = (organization: number, key: Values) =>
  sql.join(
    Object.entries({ organization_id: organization, ...key }).map(
      ([column, value]) => sql`${sql.id(column)} = ${value}`,
    ),
    sql` AND `,
  )

const removeRows = ({ db, session }: Context, table: string, key: Values) =>
  sql`DELETE FROM ${sql.table(table)} WHERE ${matching(session.organization_id, key)}`.execute(db)

function changeRow({ db, session }: Context, table: string, key: Values, values: Values) {
  const set = Object.entries(mapValues(values, columnValue)).map(([column, value]) => sql`${sql.id(column)} = ${value}`)
  return sql`UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE ${matching(session.organization_id, key)}`.execute(
    db,
  )
}

const taxTotalKey = 'day, box, is_adjustment'
const balanceKey = (day: 'day' | 'month') => `account_id, ${day}, branch_id, cost_center_id, currency_id, kind`
const balanceSums = ['debit', 'credit', 'amount_currency', 'line_count']

const addedTo = (table: string, key: string, sums: readonly string[]) =>
  ` ON CONFLICT (organization_id, ${key}) DO UPDATE SET ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`

/** Table and columns: what has one shape is written by one statement. */
const shapeOf = ({ table, values }: { table: string; values: Values }) => `${table} ${Object.keys(values)}`

/** Writes that follow each other with one shape. Their order stays. */
function inRuns(writes: readonly PlannedWrite[]): PlannedWrite[][] {
  const runs: PlannedWrite[][] = []
  for (const write of writes) {
    const [last] = runs.at(-1) ?? []
    const isAlike = last?.how === 'add' && write.how === 'add' && shapeOf(last) === shapeOf(write)
    if (isAlike) runs.at(-1)?.push(write)
    else runs.push([write])
  }
  return runs
}

/** Changes of one table and the same columns, in one statement whose text does not depend on their number. */
async function writeChanges({ db, session }: Context, changes: readonly PlannedChange[]): Promise<void> {
  const { table, values } = changes[0] as PlannedChange
  const columns = Object.keys(values).map((column) => sql`${sql.id(column)} = changed.${sql.id(column)}`)
  const rows = changes.map(({ id, values }) => ({ ...mapValues(values, columnValue), id }))
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(columns)}
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) AS changed
    WHERE ${sql.table(table)}.organization_id = ${session.organization_id}
      AND ${sql.table(table)}.id = ANY (${changes.map(({ id }) => id)}::bigint[]) AND ${sql.table(table)}.id = changed.id`.execute(
    db,
  )
}

const mapValues = (values: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, change(value)]))

/** Ids from their sequences, then legal numbers by series, then the numbers of entries. Answers the first of these. */
async function takeNumbers(context: Context, { entries, writes, puts, changes, takenOver }: Plan): Promise<number> {
  const values = [...writes, ...puts, ...changes].flatMap((one) => ('values' in one ? Object.values(one.values) : []))
  const ids = new Set([...entries.map(({ id }) => id), ...values.filter((value) => value instanceof NewId)])
  const sent = [
    ...[...Map.groupBy(ids, ({ table }) => table).values()].map((own) => takeIds(context, own)),
    ...takenOver.map(({ series, number }) => takeOver(context, series, number)),
    ...[...new Set(values.filter((value) => value instanceof NextNumber))].map((number) =>
      takeLegalNumber(context, number),
    ),
  ]
  const first = entries.length > 0 ? takeEntryNumbers(context, entries.length) : 0
  await Promise.all([first, ...sent])
  return first
}

async function takeIds(context: Context, ids: readonly NewId[]): Promise<void> {
  const taken = await nextIds(context, (ids[0] as NewId).table, ids.length)
  for (const [index, id] of ids.entries()) id.value = taken[index] as number
}

async function takeLegalNumber(context: Context, number: NextNumber): Promise<void> {
  number.value = await takeNumber(context, number.series)
}

async function takeEntryNumbers({ db, session }: Context, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    INSERT INTO number_series AS series (organization_id, kind, scope, next_number)
    VALUES (${session.organization_id}, 'entry', '', ${count}::bigint + 1)
    ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + ${count}::bigint
    RETURNING next_number - ${count}::bigint AS first`.execute(db)
  return rows[0]?.first as number
}
