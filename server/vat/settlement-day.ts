import { addDays } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

type Year = { started_at: string; ended_at: string; status: string }

/**
 * The date of a return's settlement: its last day, or, if the year was closed before (the owner waived the return,
 * accounting rule 1.6), the first day after the closed years: closed books do not change, and the tax stays on the VAT
 * accounts until then.
 */
export function settlementDay(years: readonly Year[], to: string): string {
  const closed = years.filter(({ status }) => status === 'closed')
  const next = (day: string): string => {
    const year = closed.find(({ started_at, ended_at }) => started_at <= day && day <= ended_at)
    return year ? next(addDays(year.ended_at, 1)) : day
  }
  return next(to)
}

/** The same, refused by name where no year that follows the closed one can take the settlement yet. */
export function requireSettlementDay({ today }: Pick<Context, 'today'>, years: readonly Year[], to: string): string {
  const day = settlementDay(years, to)
  if (day === to) return day
  const year = years.find(({ started_at, ended_at }) => started_at <= day && day <= ended_at)
  if (!year || year.status === 'draft' || day > today)
    throw new Refusal('vat_year_closed', { field: 'period', params: { date: day } })
  return day
}
