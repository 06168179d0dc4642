import { sql } from 'kysely'
import { mayBecome, type YearStatus } from '#ledger/periods.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

type Year = { id: number; status: string; started_at: string; ended_at: string; version: number }

/**
 * Opens, closes or puts a year under review. The row is locked for writing, so every posting of the year is either
 * before this or meets the new status. Closing checks and locks; the closing entry belongs to the year-end work.
 */
export async function changeStatus(
  context: Context,
  id: number,
  body: { status: 'open' | 'closed' | 'under_review'; version?: number | undefined },
): Promise<void> {
  const { db } = context
  const year = await db.selectFrom('financial_years').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!year) throw new Refusal('not_found')
  if (body.version !== undefined && body.version !== year.version) throw new Refusal('stale_version')
  if (!mayBecome(year.status as YearStatus, body.status)) throw new Refusal('year_transition', { field: 'status' })
  if (year.status === 'closed') await requireLatestClosed(context, year)
  if (body.status === 'closed') await requireClosable(context, year)
  await db
    .updateTable('financial_years')
    .set({ status: body.status, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Books close in their order and hold no draft of the year (ledger.md 1.6). */
async function requireClosable({ db }: Context, year: Year): Promise<void> {
  const earlier = await db
    .selectFrom('financial_years')
    .select('name')
    .where('ended_at', '<', year.started_at)
    .where('status', '!=', 'closed')
    .executeTakeFirst()
  if (earlier) throw new Refusal('year_order', { field: 'status' })
  const { drafts } = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)`.as('drafts'))
    .where('state', '=', 'draft')
    .where('document_date', '>=', year.started_at)
    .where('document_date', '<=', year.ended_at)
    .executeTakeFirstOrThrow()
  if (drafts > 0) throw new Refusal('year_has_drafts', { field: 'status', params: { count: drafts } })
}

/** Closed books are opened by the owner only, the latest first. */
async function requireLatestClosed({ db, session }: Context, year: Year): Promise<void> {
  if (!session.is_owner && !session.authority.has('reopen-financialYear'))
    throw new Refusal('owner_only', { field: 'status' })
  const later = await db
    .selectFrom('financial_years')
    .select('id')
    .where('started_at', '>', year.ended_at)
    .where('status', '=', 'closed')
    .executeTakeFirst()
  if (later) throw new Refusal('year_order', { field: 'status' })
}
