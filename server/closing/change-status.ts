import { sql } from 'kysely'
import { canTransitionTo, type YearStatus } from '#ledger/calendar/periods.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireConfirmed } from '#server/core/require-confirmed.ts'
import { lockYears } from '#server/years/lock-years.ts'
import { requireNothingClosedAfter } from '#server/years/require-latest-closed-year.ts'
import { postPendingAutoReversals } from './auto-reversal.ts'
import { closeYear } from './close-year.ts'
import { reopenYear } from './reopen-year.ts'

type Body = {
  status: 'open' | 'closed' | 'under_review'
  reason?: string | null | undefined
  waive_vat?: boolean | undefined
  version?: number | undefined
}

/** Opens, closes or puts a year under review. Closing and reopening need a confirmed person, and move its profit with it, in this transaction. */
export async function changeStatus(context: Context, id: number, body: Body): Promise<void> {
  const { db } = context
  const years = await lockYears(context)
  const year = years.find((one) => one.id === id)
  if (!year) throw new Refusal('not_found')
  if (body.version !== undefined && body.version !== year.version) throw new Refusal('stale_version')
  if (!canTransitionTo(year.status as YearStatus, body.status))
    throw new Refusal('year_transition', { field: 'status' })
  if (year.status === 'closed' || body.status === 'closed') requireConfirmed(context)
  if (year.status === 'draft') requireNothingClosedAfter(year, years, 'status')
  if (year.status === 'closed') await reopenYear(context, year, years, body.reason)
  if (body.status === 'closed') await closeYear(context, year, years, body.waive_vat === true)
  await db
    .updateTable('financial_years')
    .set({ status: body.status, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  if (body.status === 'open') await postPendingAutoReversals(context, year)
}
