import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import type { Year } from '#server/years/lock-years.ts'
import { requireNothingClosedAfter } from '#server/years/require-latest-closed-year.ts'

/**
 * Reopens a closed year: permitted users only, with a reason, the latest year first. The closing entry is reversed on
 * its date (V49) and the snapshot is deleted.
 */
export async function reopenYear(
  context: Context,
  year: Year,
  years: readonly Year[],
  reason: string | null | undefined,
): Promise<void> {
  const { db, session } = context
  if (!session.is_owner && !session.authority.has('reopen-financialYear'))
    throw new Refusal('owner_only', { field: 'status' })
  requireNothingClosedAfter(year, years, 'status')
  if (!reason?.trim()) throw new Refusal('invalid_input', { errors: { reason: { code: 'required' } } })
  if (year.closing_entry_id !== null)
    await reverseEntry(context, { ...year, financial_year_id: year.id }, year.closing_entry_id, year.version, {
      reason,
    })
  await db.deleteFrom('balance_snapshots').where('financial_year_id', '=', year.id).execute()
  await db
    .updateTable('financial_years')
    .set({ closing_entry_id: null, closed_at: null, closed_entry_number: null })
    .where('id', '=', year.id)
    .execute()
}
