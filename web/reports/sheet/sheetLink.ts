import type { ClosingStep } from '#contract/closing/month-close.ts'
import { type ReportName, reportIndex, reportPath } from '#contract/reports/report-index.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { stepAddress, stopAddress } from '../../accounting-ui/stepAddress.ts'
import { forecastRowsPath, viewPath, zakatPath } from '../../routes/paths.ts'
import { lawPath } from '../../routes/public.ts'

type Link = NonNullable<Sheet['rows'][number]['link']>
export type Address = { to: string; search?: Record<string, string> }

/** The pages of what entries come from, by id; documents and payments have theirs in `viewPath`. */
const sources: Record<string, (id: string) => string> = {
  inventory_count: (id) => `/inventory/counts/${id}/view`,
  opening: () => '/accounting/opening',
  opening_stock: () => '/accounting/opening',
  opening_clearing: () => '/accounting/opening',
  fx_revaluation: () => '/accounting/fx-revaluations',
  fx_revaluation_cash: () => '/accounting/fx-revaluations',
  fx_revaluation_return: () => '/accounting/fx-revaluations',
  closing: () => '/accounting/financial-years',
  vat_period: () => '/accounting/vat-periods',
  tax_adjustment: () => '/accounting/vat-periods',
  deferral: () => '/accounting/deferrals',
  recurring: () => '/recurring',
  forecast_row: () => forecastRowsPath,
  zakat_adjustment: () => `${zakatPath}-adjustments`,
  manual: (id) => `/accounting/journal-entries/${id}/view`,
}

/** What stops a month leads to the page of its step, what stops a year to where it is cleared away. */
const stops: Record<string, (id: string, to: string) => Address | undefined> = {
  closing_step: (id, to) => stepAddress(id as ClosingStep, { to }) ?? stepAddress('drafts', { to }, 'invoice'),
  closing_stop: (id, to) => stopAddress(id, to),
}

const spelled = (query: Link['query']): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))

/** Where a row leads, a column's own conditions added; undefined for what has no page. */
export function sheetLink({ to, query }: Link, added: Record<string, string | number> = {}): Address | undefined {
  if (to === 'law') return { to: lawPath, search: spelled(query) }
  const stop = stops[to]
  if (stop) return stop(String(query.id), String(query.to))
  const source = sources[to]
  if (source) return { to: source(String(query.id)) }
  const document = viewPath(to, String(query.id))
  if (document) return { to: document }
  if (!reportIndex.some(([name]) => name === to)) return undefined
  return { to: reportPath(to as ReportName), search: spelled({ ...added, ...query }) }
}
