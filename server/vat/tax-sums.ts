import { sql } from 'kysely'
import type { Range } from '#ledger/calendar.ts'
import { text } from '#ledger/money.ts'
import { creditLeft, type TaxSum, type VatReturn, vatReturn } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/kit/context.ts'

/** The return of any days, from what is kept of the tax rows of each day. */
export async function returnOf(context: Context, range: Range): Promise<VatReturn> {
  return vatReturn(await taxSums(context, range), await carriedInto(context, range.from))
}

async function taxSums({ db, session }: Context, { from, to }: Range): Promise<TaxSum[]> {
  const { rows } = await sql<TaxSum>`
    SELECT box, is_adjustment, sum(base) AS base, sum(tax) AS tax FROM tax_days
    WHERE organization_id = ${session.organization_id} AND day BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1, 2`.execute(db)
  return rows
}

/** The credit that the last return filed before a day left behind. */
async function carriedInto({ db }: Context, from: string): Promise<string> {
  const last = await db
    .selectFrom('vat_periods')
    .select('net')
    .where('ended_at', '<', from)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return text(creditLeft(last?.net ?? 0))
}
