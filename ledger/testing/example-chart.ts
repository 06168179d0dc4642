import { defaultChart } from '../defaults/default-chart.ts'
import { type Decimal, decimal, type Numeric, text } from '../money.ts'
import type { ChartAccount } from '../statements/chart-tree.ts'
import type { StatementLine } from '../statements/statement-line.ts'

/** The default chart with ids that are its numbers, for the tables of the statements. */
export const exampleChart: readonly ChartAccount[] = defaultChart.map((row) => ({
  ...row,
  id: Number(row.number),
  parent_id: row.parent === null ? null : Number(row.parent),
}))

/** Amounts by account number: one column, or several. */
export const amountsOf = (table: Record<string, Numeric | readonly Numeric[]>): Map<number, Decimal[]> =>
  new Map(
    Object.entries(table).map(([number, amounts]) => [
      Number(number),
      (Array.isArray(amounts) ? amounts : [amounts]).map((amount) => decimal(amount as Numeric)),
    ]),
  )

/** Rows as `level key amounts`. */
export const statementText = (lines: readonly StatementLine[]): string[] =>
  lines.map(({ level, key, amounts }) => [level, key.replace('account:', ''), ...amounts.map((x) => text(x))].join(' '))
