import type { z } from 'zod'
import type { financialYears } from '#contract/years.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deleteRow, updateRow } from '#server/resource/table.ts'
import { requireNothingClosedAfter } from './require-latest-closed-year.ts'

type YearInput = z.output<typeof financialYears.input>

export async function readYear({ db }: Context, id: number) {
  const row = await db.selectFrom('financial_years').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Dates may move as long as every entry of the year stays inside, and never once it is closed. */
export async function updateYear(context: Context, id: number, { version, ...year }: YearInput): Promise<void> {
  const { db } = context
  const stored = await db.selectFrom('financial_years').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!stored) throw new Refusal('not_found')
  const isMoved = stored.started_at !== year.started_at || stored.ended_at !== year.ended_at
  if (isMoved && stored.status === 'closed') throw new Refusal('period_locked', { field: 'started_at' })
  if (isMoved) await requireInside(context, id, year)
  // A draft is asked when it opens.
  if (isMoved && stored.status !== 'draft') requireNothingClosedAfter(year, await closedYears(context), 'ended_at')
  await updateRow(db, 'financial_years', id, year, version)
}

const closedYears = ({ db }: Context) =>
  db
    .selectFrom('financial_years')
    .select(['name', 'started_at', 'ended_at', 'status'])
    .where('status', '=', 'closed')
    .execute()

async function requireInside({ db }: Context, id: number, year: YearInput): Promise<void> {
  const outside = await db
    .selectFrom('journal_entries')
    .select('entry_date')
    .where('financial_year_id', '=', id)
    .where((e) => e.or([e('entry_date', '<', year.started_at), e('entry_date', '>', year.ended_at)]))
    .limit(1)
    .executeTakeFirst()
  if (!outside) return
  throw new Refusal('year_has_entries', { field: outside.entry_date < year.started_at ? 'started_at' : 'ended_at' })
}

/** Only a year without any posting can be deleted; a closed one must be reopened first. */
export async function removeYear(context: Context, id: number): Promise<void> {
  const { status } = await readYear(context, id)
  if (status === 'closed') throw new Refusal('year_closed')
  const entry = await context.db
    .selectFrom('journal_entries')
    .select('id')
    .where('financial_year_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (entry) throw new Refusal('year_has_entries')
  await deleteRow(context, 'financial_years', id)
}
