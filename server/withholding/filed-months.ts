import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'

export type FiledMonths = readonly { from: string; to: string }[]

/** The months whose withholding return is filed. Filing locks the years, so none is filed while a write holds them. */
export const filedWithholding: Need<FiledMonths> = read(({ db }) =>
  db
    .selectFrom('withholding_periods')
    .select(['started_at as from', 'ended_at as to'])
    .where('kind', '=', 'month')
    .execute(),
)

/** Refuses to move tax withheld on a day whose return is filed. */
export function requireUnfiledMonth(months: FiledMonths, day: string, field: string): void {
  const filed = months.find(({ from, to }) => from <= day && day <= to)
  if (filed) throw new Refusal('withholding_filed', { field, params: filed })
}
