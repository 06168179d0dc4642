import type { Selectable } from 'kysely'
import { max, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { type Series, seriesPrefixes } from '#server/journal/posting/number-series.ts'
import type { Id, PlannedNumber } from '#server/posting/placeholders.ts'
import type { Caller, Plan } from '#server/posting/plan.ts'
import type { ManualInput } from './manual-entry-input.ts'

export const manualSeries = (date: string): Series => ({ kind: 'manual', prefix: seriesPrefixes.manual, date })
export type StoredManualEntry = Selectable<Database['manual_entries']>
export type WrittenEntry = {
  number: PlannedNumber
  state: 'draft' | 'posted'
  rate: string
  revision: number
  has_own_rate: boolean
  entry_id: Id | null
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

/** Plans the row of a new entry with its lines. */
export function planNewEntry(plan: Plan, caller: Caller, id: Id, input: ManualInput, written: WrittenEntry): void {
  plan.add('manual_entries', { id, ...columnsOf(input, written), created_by: caller.session.user_id })
  planLines(plan, id, input)
}

/** Plans what a stored entry says from now on. */
export function planRewrittenEntry(
  plan: Plan,
  stored: StoredManualEntry,
  input: ManualInput,
  written: WrittenEntry,
): void {
  plan.change('manual_entries', stored.id, { ...columnsOf(input, written), version: stored.version + 1 })
  plan.remove('manual_entry_lines', { manual_entry_id: stored.id })
  planLines(plan, stored.id, input)
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

function planLines(plan: Plan, id: Id, input: ManualInput): void {
  for (const [index, line] of input.lines.entries())
    plan.add('manual_entry_lines', {
      manual_entry_id: id,
      line_number: index + 1,
      account_id: line.account_id,
      cost_center_id: line.cost_center_id ?? null,
      customer_id: line.customer_id ?? null,
      supplier_id: line.supplier_id ?? null,
      debit: line.debit,
      credit: line.credit,
      description: line.description ?? null,
    })
}

/** An entry before it is locked. */
export async function unlockedEntry({ db }: Context, id: number) {
  const row = await db
    .selectFrom('manual_entries')
    .select(['journal_date', 'state', 'description', 'exchange_rate', 'currency_id', 'amount'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Its row, locked after its open items. */
export const storedEntry = (id: number): Need<StoredManualEntry | undefined> => ({
  lock: 'records',
  load: ({ db }) => db.selectFrom('manual_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
})

/** Refuses an entry that is not there, that the editor had in an older version, or that was taken back. */
export function requireActiveEntry(row: StoredManualEntry | undefined, version: number | undefined): StoredManualEntry {
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'journal_number' })
  if (row.reversal_entry_id !== null) throw new Refusal('reversed_entry', { field: 'journal_number' })
  return row
}

/** The references of a posted entry, line by line: its correction may keep inactive ones. */
export const referencesOf = ({ db }: Context, id: number) =>
  db
    .selectFrom('manual_entry_lines as line')
    .innerJoin('manual_entries as entry', 'entry.id', 'line.manual_entry_id')
    .select(['entry.branch_id', 'line.account_id', 'line.cost_center_id'])
    .where('entry.id', '=', id)
    .where('entry.state', '=', 'posted')
    .execute()

/** The stored lines, in their order. */
export const storedLines = ({ db }: Context, id: number) =>
  db.selectFrom('manual_entry_lines').selectAll().where('manual_entry_id', '=', id).orderBy('line_number').execute()
