import { sql } from 'kysely'
import type { VatPeriods } from '#contract/vat.ts'
import type { Range } from '#ledger/calendar.ts'
import { type VatFrequency, vatPeriodId, vatPeriods } from '#ledger/vat-periods.ts'
import type { Context } from '#server/kit/context.ts'
import { recentAdjustments } from './adjustments.ts'

export type VatPeriod = Range & { id: number; is_filed: boolean }

/** All periods, those that were filed with what was filed; the latest first. */
export async function showPeriods(context: Context): Promise<Record<keyof VatPeriods, unknown>> {
  const { db, today } = context
  const filed = await db
    .selectFrom('vat_periods')
    .innerJoin('users', 'users.id', 'vat_periods.filed_by')
    .select(['vat_periods.id', 'vat_periods.net', 'vat_periods.filed_at', 'users.name'])
    .execute()
  const byId = new Map(filed.map((row) => [row.id, row]))
  const periods = await listPeriods(context)
  return {
    frequency: await frequencyOf(context),
    periods: periods.toReversed().map(({ id, from, to, is_filed }) => ({
      ...{ id, from, to, status: is_filed ? 'filed' : to < today ? 'open' : 'running' },
      ...{ net: byId.get(id)?.net, filed_at: byId.get(id)?.filed_at, filed_by: byId.get(id)?.name },
    })),
    adjustments: await recentAdjustments(context),
  }
}

/** From the first tax row, in their order. */
export async function listPeriods(context: Context): Promise<VatPeriod[]> {
  const { db, today } = context
  const filed = await db.selectFrom('vat_periods').select(['started_at as from', 'ended_at as to']).execute()
  const first = await db
    .selectFrom('tax_entries')
    .select(sql<string | null>`min(tax_date)`.as('day'))
    .executeTakeFirst()
  const list = vatPeriods(filed, first?.day ?? today, today, await frequencyOf(context))
  return list.map((period) => ({ ...period, id: vatPeriodId(period.to) }))
}

async function frequencyOf({ db }: Context): Promise<VatFrequency> {
  const row = await db.selectFrom('organizations').select('vat_frequency').executeTakeFirstOrThrow()
  return row.vat_frequency as VatFrequency
}
