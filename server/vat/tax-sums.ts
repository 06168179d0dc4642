import { type RawBuilder, sql } from 'kysely'
import type { Range } from '#ledger/calendar.ts'
import { text } from '#ledger/money.ts'
import { creditLeft, type TaxSum, type VatReturn, vatReturn } from '#ledger/statements/vat-return.ts'
import { type KnownAt, knownBy } from '#server/journal/known-at.ts'
import type { Context } from '#server/kit/context.ts'

/** The return of any days, from what is kept of the tax rows of each day; or of what had been posted by then alone. */
export async function returnOf(context: Context, range: Range, known_at?: KnownAt): Promise<VatReturn> {
  return vatReturn(await taxSums(context, range, known_at), await carriedInto(context, range.from, known_at))
}

async function taxSums(context: Context, { from, to }: Range, known_at: KnownAt): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    SELECT box, is_adjustment, sum(base) AS base, sum(tax) AS tax FROM (${taxDays(context, { from, to }, known_at)}) AS days
    WHERE organization_id = ${context.session.organization_id} AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1, 2`.execute(context.db)
  return rows
}

/** Rows of `organization_id, day, box, is_adjustment, base, tax`: as they are kept, or the tax rows known by then. */
export function taxDays({ session }: Context, { from, to }: Range, known_at: KnownAt): RawBuilder<unknown> {
  if (!known_at) return sql`SELECT * FROM tax_days`
  const organization = session.organization_id
  return sql`
    SELECT row.organization_id, row.tax_date AS day, row.box, row.is_adjustment, row.sign * row.base AS base, row.sign * row.tax AS tax
    FROM tax_entries AS row
    JOIN journal_entries AS entry ON entry.organization_id = ${organization} AND entry.id = row.entry_id ${knownBy(known_at, sql`entry.posted_at`)}
    WHERE row.organization_id = ${organization} AND row.tax_date BETWEEN ${from}::date AND ${to}::date`
}

async function carriedInto(context: Context, from: string, known_at: KnownAt): Promise<string> {
  const last = await lastFiled(context, from, known_at)
  return text(creditLeft(last?.net ?? 0))
}

/** The last return filed before a day: what it left as a credit is carried into the next. */
export async function lastFiled({ db }: Context, from: string, known_at?: KnownAt) {
  return db
    .selectFrom('vat_periods')
    .select(['net', 'started_at', 'ended_at'])
    .where('ended_at', '<', from)
    .where(sql<boolean>`true ${knownBy(known_at, sql`filed_at`)}`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
