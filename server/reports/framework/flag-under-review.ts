import type { Report } from '#contract/reports/define-report.ts'
import type { Context } from '#server/core/context.ts'
import type { BuildSheet } from './mount-report.ts'

/** A statement of days whose year is under review says so (accounting rule 1.6): adjustments may still change its figures. */
export const markReview =
  <R extends Report>(build: BuildSheet<R>): BuildSheet<R> =>
  async (context, query, limit) => {
    const [sheet, years] = await Promise.all([build(context, query, limit), yearsUnderReview(context)])
    const { from, to } = sheet.period
    const names = years.filter((year) => year.started_at <= to && year.ended_at >= (from ?? to)).map(({ name }) => name)
    if (names.length === 0) return sheet
    const note = { word: 'notes.year_under_review', params: { name: names.join(' · ') } }
    return { ...sheet, notes: [...sheet.notes, note] }
  }

function yearsUnderReview({ db }: Context) {
  return db
    .selectFrom('financial_years')
    .select(['name', 'started_at', 'ended_at'])
    .where('status', '=', 'under_review')
    .orderBy('started_at')
    .execute()
}
