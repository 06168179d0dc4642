import type { Sheet } from '#contract/reports/sheet.ts'
import { AgeingChart } from './AgeingChart.tsx'
import { CashWaterfall } from './CashWaterfall.tsx'
import { ProfitMonths } from './ProfitMonths.tsx'

/** The reports that have a picture; the table below it says the same in figures. */
export function ReportChart({ name, sheet }: { name: string; sheet: Sheet }) {
  if (name === 'aged_receivables' || name === 'aged_payables') return <AgeingChart sheet={sheet} />
  if (name === 'cash_flow') return <CashWaterfall sheet={sheet} />
  if (name === 'profit_and_loss') return <ProfitMonths sheet={sheet} />
  return null
}
