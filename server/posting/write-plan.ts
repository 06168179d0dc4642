import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { takeNumber, takeOver } from '#server/journal/posting/number-series.ts'
import { journalRows, previewedEntries } from './journal-rows.ts'
import { columnValue, NewId, NextNumber } from './placeholders.ts'
import type { Plan, PlannedChange, PlannedRow, Values } from './plan.ts'
import { sendRows } from './send-rows.ts'

/**
 * Writes a plan: first the ids and the numbers, in one round trip, then all rows, sent at once and awaited with the commit. The number of
 * the entry comes last: its row is the posting mutex of the organization.
 */
export async function writePlan(context: Context, plan: Plan): Promise<void> {
  const { db, session, services } = context
  const [first, accounts] = await Promise.all([takeNumbers(context, plan), loadAccounts(context)])
  const into = { db, organization: session.organization_id }
  if (plan.entries.length > 0) {
    const { entries, lines, taxes, taxTotals, days, months } = journalRows(plan.entries, first, { session, accounts })
    sendRows(into, 'journal_entries', entries)
    sendRows(into, 'journal_lines', lines)
    sendRows(into, 'tax_entries', taxes)
    sendRows(
      into,
      'daily_tax_totals',
      taxTotals,
      addedTo('daily_tax_totals', taxTotalKey, ['base', 'tax', 'row_count']),
    )
    sendRows(into, 'daily_balances', days, addedTo('daily_balances', balanceKey('day'), balanceSums))
    sendRows(into, 'monthly_balances', months, addedTo('monthly_balances', balanceKey('month'), balanceSums))
    services.sealing?.wanted(session.organization_id)
    context.previewed?.push(...previewedEntries(plan.entries, { session, accounts }))
  }
  for (const rows of inRuns(plan.rows))
    sendRows(
      into,
      (rows[0] as PlannedRow).table,
      rows.map(({ values }) => values),
    )
  for (const changes of Map.groupBy(plan.changes, shapeOf).values()) sendWrites(db, writeChanges(context, changes))
}

const taxTotalKey = 'day, box, is_adjustment'
const balanceKey = (day: 'day' | 'month') => `account_id, ${day}, branch_id, cost_center_id, currency_id, kind`
const balanceSums = ['debit', 'credit', 'amount_currency', 'line_count']

const addedTo = (table: string, key: string, sums: readonly string[]) =>
  ` ON CONFLICT (organization_id, ${key}) DO UPDATE SET ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`

/** Table and columns: rows of one shape are written by one statement. */
const shapeOf = ({ table, values }: PlannedRow) => `${table} ${Object.keys(values)}`

/** Rows that follow each other in one table, in the order in which they were planned. */
function inRuns(rows: readonly PlannedRow[]): PlannedRow[][] {
  const runs: PlannedRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && shapeOf(run[0] as PlannedRow) === shapeOf(row)) run.push(row)
    else runs.push([row])
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
async function takeNumbers(context: Context, { entries, rows, takenOver }: Plan): Promise<number> {
  const values = rows.flatMap((row) => Object.values(row.values))
  const ids = new Set([...entries.map(({ id }) => id), ...values.filter((value) => value instanceof NewId)])
  const sent = [
    ...[...Map.groupBy(ids, ({ table }) => table).values()].map((own) => takeIds(context, own)),
    ...takenOver.map(({ series, number }) => takeOver(context, series, number)),
    ...values.filter((value) => value instanceof NextNumber).map((number) => takeLegalNumber(context, number)),
  ]
  const first = entries.length > 0 ? takeEntryNumbers(context, entries.length) : 0
  await Promise.all([first, ...sent])
  return first
}

async function takeIds({ db }: Context, ids: readonly NewId[]): Promise<void> {
  const sequence = `${(ids[0] as NewId).table}_id_seq`
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${sequence}::regclass) AS id FROM generate_series(1, ${ids.length}::integer) ORDER BY 1`.execute(db)
  for (const [index, id] of ids.entries()) id.value = rows[index]?.id as number
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
