import { sql } from 'kysely'
import { max, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { assignNumber } from '../posting/assign-number.ts'
import { type Series, seriesPrefixes } from '../posting/number-series.ts'
import type { ManualInput } from './manual-entry-input.ts'

export const manualSeries = (date: string): Series => ({ kind: 'manual', prefix: seriesPrefixes.manual, date })
export type WrittenEntry = {
  number: string
  state: 'draft' | 'posted'
  rate: string
  revision: number
  has_own_rate: boolean
  /** Inserted later in the transaction: its reference is checked at the commit. */
  entry_id: number | null
}

/** The number of the posted entry; a draft's placeholder is replaced by the next of the series. */
export function numberOfEntry(context: Context, input: ManualInput, id: number | null): Promise<string> {
  return assignNumber(context, manualSeries(input.journal_date), {
    number: input.journal_number,
    proposed_number: input.proposed_number,
    field: 'journal_number',
    isTaken: (number) => isManualNumberTaken(context, number, id),
  })
}

export async function isManualNumberTaken({ db }: Context, number: string, id: number | null): Promise<boolean> {
  const taken = await db
    .selectFrom('manual_entries')
    .select('id')
    .where('number', '=', number)
    .where('id', '!=', id ?? 0)
    .executeTakeFirst()
  return taken !== undefined
}

export async function insertEntry(
  context: Context,
  input: ManualInput,
  written: WrittenEntry,
  id?: number,
): Promise<number> {
  const row = await context.db
    .insertInto('manual_entries')
    .values({
      ...(id !== undefined && { id }),
      ...columnsOf(input, written),
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  writeLines(context, row.id, input)
  return row.id
}

/** Sent without waiting for anything. */
export function rewriteEntry(context: Context, id: number, input: ManualInput, written: WrittenEntry): void {
  const { db } = context
  const columns = { ...columnsOf(input, written), version: sql<number>`version + 1` }
  sendWrites(
    db,
    db.updateTable('manual_entries').set(columns).where('id', '=', id).execute(),
    db.deleteFrom('manual_entry_lines').where('manual_entry_id', '=', id).execute(),
  )
  writeLines(context, id, input)
}

const columnsOf = (input: ManualInput, { rate, ...written }: WrittenEntry) => ({
  ...written,
  journal_date: input.journal_date,
  branch_id: input.branch_id,
  currency_id: input.currency_id,
  exchange_rate: rate,
  description: input.description ?? null,
  // An unbalanced entry is listed with its larger side.
  amount: text(max(sum(input.lines.map((line) => line.debit)), sum(input.lines.map((line) => line.credit)))),
})

function writeLines({ db }: Context, id: number, input: ManualInput): void {
  const rows = input.lines.map((line, index) => ({
    manual_entry_id: id,
    line_number: index + 1,
    account_id: line.account_id,
    cost_center_id: line.cost_center_id ?? null,
    customer_id: line.customer_id ?? null,
    supplier_id: line.supplier_id ?? null,
    debit: line.debit,
    credit: line.credit,
    description: line.description ?? null,
  }))
  sendWrites(db, db.insertInto('manual_entry_lines').values(rows).execute())
}

export async function peekEntry({ db }: Context, id: number) {
  const row = await db
    .selectFrom('manual_entries')
    .select(['journal_date', 'state', 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export async function lockManualEntry({ db }: Context, id: number, version: number | undefined) {
  const row = await db.selectFrom('manual_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'journal_number' })
  if (row.reversal_entry_id !== null) throw new Refusal('reversed_entry', { field: 'journal_number' })
  return row
}

export type Named = Awaited<ReturnType<typeof referencesOf>>
/** The references of a posted entry, line by line: its correction may keep inactive ones. */
export const referencesOf = ({ db }: Context, id: number) =>
  db
    .selectFrom('manual_entry_lines as line')
    .innerJoin('manual_entries as entry', 'entry.id', 'line.manual_entry_id')
    .select(['entry.branch_id', 'line.account_id', 'line.cost_center_id'])
    .where('entry.id', '=', id)
    .where('entry.state', '=', 'posted')
    .execute()

/** The present version of the entry, for its history. */
export async function readLines({ db }: Context, stored: { id: number; journal_date: string; amount: string }) {
  const lines = await db
    .selectFrom('manual_entry_lines')
    .selectAll()
    .where('manual_entry_id', '=', stored.id)
    .orderBy('line_number')
    .execute()
  return { date: stored.journal_date, amount: stored.amount, lines }
}
