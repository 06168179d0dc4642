import { type Side, sales } from '#contract/documents/sides.ts'
import type { ReportName } from '#contract/reports/report-index.ts'
import type { SheetRow } from '#contract/reports/sheet.ts'
import type { ForeignCurrency } from '../framework/report-currency.ts'
import { forwardedFilters } from '../framework/sheet.ts'

const openReport = (side: Side): ReportName => (side.name === sales.name ? 'open_receivables' : 'open_payables')

type OpenItemsAddress = { to: string; currency: ForeignCurrency | null; known_at?: string | undefined }

/** The link to the open items of a party, or of all, as of a day: the rows behind its ageing buckets. */
export const openLink = (
  side: Side,
  party: { id: number } | null,
  { to, currency, known_at }: OpenItemsAddress,
): SheetRow['link'] => ({
  to: openReport(side),
  query: {
    ...(party && { [side.partyField]: party.id }),
    to,
    ...(currency && { currency_id: currency.id }),
    ...forwardedFilters({ as_known_at: known_at }),
  },
})

/** The part of the open items that a bucket column counts; the total counts all. */
export const ofPart = (key: string): Record<string, string> => (key === 'total' ? {} : { age: key })
