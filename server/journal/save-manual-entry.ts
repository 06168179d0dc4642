import { sql } from 'kysely'
import type { z } from 'zod'
import type { journalEntries } from '#contract/journal.ts'
import { credit, debit, type Line } from '#ledger/entry.ts'
import { sum, text } from '#ledger/money.ts'
import { journalInBase, manualEntry } from '#ledger/posting/manual.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { assignNumber } from './assign-number.ts'
import { checkManualEntry } from './check-manual-entry.ts'
import { keepSourceRevision } from './keep-revision.ts'
import { lockManualItems, openManualItems, postManualItems, voidManualItems } from './manual-items.ts'
import { type Series, seriesPrefixes } from './number-series.ts'
import { lockPeriod, type Period } from './periods.ts'
import { post } from './post.ts'
import { reverseEntry } from './reverse-entry.ts'
import { isSameEntry } from './same-entry.ts'

export type ManualInput = z.output<typeof journalEntries.input>
export const manualSeries = (date: string): Series => ({ kind: 'manual', prefix: seriesPrefixes.manual, date })
const source = 'manual'

/** Posts what somebody wrote, or corrects it: the old entry is reversed on its date, the new one posted beside it. */
export async function saveManualEntry(context: Context, id: number | null, input: ManualInput): Promise<number> {
  const present = await checkManualEntry(context, input)
  const before = id === null ? null : await glance(context, id)
  const period = await lockPeriod(context, input.journal_date, 'journal_date', 'manual')
  const oldPeriod = before && (await lockPeriod(context, before.journal_date, 'journal_date', 'manual'))
  const items = id === null ? [] : await lockManualItems(context, id)
  const stored = id === null ? null : await lockManualEntry(context, id, input.version)
  if (stored) {
    const before = await readLines(context, stored)
    if (isSameEntry(stored, before.lines, input)) return stored.id
    await keepSourceRevision(context, 'manual', stored, before)
  }
  // A correction is worth what the entry was.
  const rate = stored?.currency_id === input.currency_id ? stored.exchange_rate : present
  await voidManualItems(context, items)
  if (stored && oldPeriod && stored.entry_id !== null)
    await reverseEntry(context, oldPeriod, stored.entry_id, stored.revision)
  const revision = (stored?.revision ?? 0) + 1
  const saved = stored ? await rewrite(context, stored, input, rate, revision) : await insert(context, input, rate)
  const { lines, opened } = await openManualItems(context, { id: saved.id, input, rate }, linesOf(context, input, rate))
  const head = {
    date: input.journal_date,
    kind: 'manual',
    source,
    source_id: saved.id,
    source_revision: revision,
    description: input.description ?? null,
  } as const
  const entry_id = await post(context, period, head, manualEntry(lines))
  await context.db.updateTable('manual_entries').set({ entry_id }).where('id', '=', saved.id).execute()
  await postManualItems(context, saved.number, entry_id, opened)
  return saved.id
}

/** The delete icon: reversed, its number kept. */
export async function voidManualEntry(context: Context, id: number): Promise<void> {
  const { db } = context
  const { journal_date } = await glance(context, id)
  const period: Period = await lockPeriod(context, journal_date, 'journal_date', 'manual')
  const items = await lockManualItems(context, id)
  const stored = await lockManualEntry(context, id, undefined)
  await voidManualItems(context, items)
  if (stored.entry_id !== null) await reverseEntry(context, period, stored.entry_id, stored.revision)
  await db
    .updateTable('manual_entries')
    .set({ state: 'void', voided_at: context.services.clock.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

type Reversal = { date: string; reason: string; version?: number | undefined }

/** Takes an entry back on another day, such as the first open one after its own was locked; both stand in the books. */
export async function reverseManualEntry(context: Context, id: number, ask: Reversal): Promise<void> {
  const { journal_date } = await glance(context, id)
  if (ask.date < journal_date) throw new Refusal('before_entry', { field: 'date' })
  const period = await lockPeriod(context, ask.date, 'date', 'manual')
  const items = await lockManualItems(context, id)
  const stored = await lockManualEntry(context, id, ask.version)
  // What it opened would be owed until the day of the reversal and nothing could settle it then.
  if (items.length > 0) throw new Refusal('entry_has_items', { field: 'date' })
  if (stored.entry_id === null) throw new Refusal('not_found')
  const { date, reason } = ask
  const reversal_entry_id = await reverseEntry(context, period, stored.entry_id, stored.revision, { date, reason })
  await context.db
    .updateTable('manual_entries')
    .set({ reversal_entry_id, reversed_on: date, reversal_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

function linesOf(context: Context, input: ManualInput, rate: string): Line[] {
  const { currency_id, decimals } = context.session.organization
  const isBase = input.currency_id === currency_id
  const base = journalInBase(input.lines, rate, decimals)
  return input.lines.map((line, index) => {
    const amounts = base[index]
    if (!amounts) throw new Error('a line without its amounts')
    const party = line.customer_id
      ? { kind: 'customer' as const, id: line.customer_id }
      : line.supplier_id
        ? { kind: 'supplier' as const, id: line.supplier_id }
        : null
    const rest = {
      branch_id: input.branch_id,
      cost_center_id: line.cost_center_id ?? null,
      party,
      description: line.description ?? null,
      currency_id: isBase ? null : input.currency_id,
    }
    return amounts.debit.gt(0)
      ? debit(line.account_id, amounts.debit, { ...rest, amount_currency: line.debit })
      : credit(line.account_id, amounts.credit, { ...rest, amount_currency: line.credit })
  })
}

type Saved = { id: number; number: string }

async function insert(context: Context, input: ManualInput, rate: string): Promise<Saved> {
  const { db, session } = context
  const isTaken = async (number: string) =>
    (await db.selectFrom('manual_entries').select('id').where('number', '=', number).executeTakeFirst()) !== undefined
  const wanted = {
    number: input.journal_number,
    proposed_number: input.proposed_number,
    field: 'journal_number',
    isTaken,
  }
  const number = await assignNumber(context, manualSeries(input.journal_date), wanted)
  const { id } = await db
    .insertInto('manual_entries')
    .values({ ...columnsOf(input, rate), number, state: 'posted', created_by: session.user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeLines(context, id, input)
  return { id, number }
}

async function rewrite(
  context: Context,
  { id, number }: Saved,
  input: ManualInput,
  rate: string,
  revision: number,
): Promise<Saved> {
  const { db } = context
  await db
    .updateTable('manual_entries')
    .set({ ...columnsOf(input, rate), revision, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('manual_entry_lines').where('manual_entry_id', '=', id).execute()
  await writeLines(context, id, input)
  return { id, number }
}

const columnsOf = (input: ManualInput, rate: string) => ({
  journal_date: input.journal_date,
  branch_id: input.branch_id,
  currency_id: input.currency_id,
  exchange_rate: rate,
  description: input.description ?? null,
  amount: text(sum(input.lines.map((line) => line.debit))),
})

async function writeLines({ db }: Context, id: number, input: ManualInput): Promise<void> {
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
  await db.insertInto('manual_entry_lines').values(rows).execute()
}

async function glance({ db }: Context, id: number) {
  const row = await db.selectFrom('manual_entries').select('journal_date').where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

async function lockManualEntry({ db }: Context, id: number, version: number | undefined) {
  const row = await db.selectFrom('manual_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'journal_number' })
  if (row.reversal_entry_id !== null) throw new Refusal('reversed_entry', { field: 'journal_number' })
  return row
}

/** What the entry says now, for its history. */
async function readLines({ db }: Context, stored: { id: number; journal_date: string; amount: string }) {
  const lines = await db
    .selectFrom('manual_entry_lines')
    .selectAll()
    .where('manual_entry_id', '=', stored.id)
    .orderBy('line_number')
    .execute()
  return { date: stored.journal_date, amount: stored.amount, lines }
}
