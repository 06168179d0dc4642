import type { SheetLabel, SheetRow } from '#contract/reports/sheet.ts'
import type { ForecastSource } from '#ledger/forecast/forecast.ts'
import type { Decimal } from '#ledger/money.ts'

/** Money that is expected on a day: of one record, and positive. */
export type ForecastRow = {
  source: ForecastSource
  key: string
  day: string
  amount: Decimal
  label: SheetLabel
  party: SheetLabel | null
  due: string | null
  link: SheetRow['link']
}
/** The end of the day that the forecast is of, and the last day it reaches. */
export type ForecastDays = { of: string; end: string }
