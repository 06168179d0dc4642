import { groupThousands } from '../group-thousands.ts'
import { decimal, type Numeric, ratio, text } from '../money.ts'
import { type LawRow, type LawTable, lawOn } from './dated.ts'
import { taxPoolRates, taxPools, vatAdjustmentYears, vatAssetKinds } from './tables.ts'
import { taxPoolYear } from './tax-pool.ts'
import { vatAdjustment } from './vat-adjustment.ts'
import { withholdingRates, withholdingTypes } from './withholding.ts'
import { withholdingFine, withholdingReturnRules } from './withholding-return.ts'
import { zakatAmounts, zakatRules } from './zakat.ts'

/** What a printed figure was computed from, as it is typed again. */
export type LawField =
  | { name: string; kind: 'day' | 'amount' | 'percent' | 'count'; usual: string }
  | { name: string; kind: 'choice'; choices: readonly string[]; usual: string }
/** One line of arithmetic: what it is called, its figures as they are written, what it comes to. */
export type LawStep = { name: string; formula: string; value: string }
type Values = Readonly<Record<string, string>>
export type LawComputation<Law = unknown> = {
  table: LawTable<Law>
  fields: readonly LawField[]
  steps: (law: Law, values: Values, decimals: number) => LawStep[]
}

const amount = (name: string): LawField => ({ name, kind: 'amount', usual: '0' })
const percent = (name: string): LawField => ({ name, kind: 'percent', usual: '100' })
const day: LawField = { name: 'day', kind: 'day', usual: '' }
const choice = (name: string, choices: readonly string[]): LawField => ({
  name,
  kind: 'choice',
  choices,
  usual: choices[0] ?? '',
})
const computation = <Law>(own: LawComputation<Law>): LawComputation => own as LawComputation
const of = <Law>(values: Record<string, Law>, key: string | undefined): Law => values[key ?? ''] as Law
const at = (values: Values, name: string): string => values[name] || '0'

/** Every figure that follows from a table of the law, by the table it follows from. The last step is the figure. */
export const lawComputations: Readonly<Record<string, LawComputation>> = {
  zakat: computation({
    table: zakatRules,
    fields: [day, amount('base'), percent('share'), { name: 'days', kind: 'count', usual: '365' }],
    steps: ({ rate, lunar_days }, values, decimals) => {
      const [base, share, days] = [at(values, 'base'), at(values, 'share'), at(values, 'days')]
      const shared = ratio(base, share, 100, decimals)
      const { by_days, hijri } = zakatAmounts(shared, Number(days), { rate, lunar_days }, decimals)
      return [
        step('shared', `${read(base)} × ${share}%`, shared, decimals),
        step('hijri', `${read(shared)} × ${rate}%`, hijri, decimals),
        step('by_days', `${read(shared)} × ${rate}% × ${days} ÷ ${lunar_days}`, by_days, decimals),
      ]
    },
  }),
  vat_adjustment: computation({
    table: vatAdjustmentYears,
    fields: [day, choice('kind', vatAssetKinds), amount('vat'), percent('use_at_purchase'), percent('use_now')],
    steps: (law, values, decimals) => {
      const years = of<number>(law, values.kind)
      const [vat, before, now] = [at(values, 'vat'), at(values, 'use_at_purchase'), at(values, 'use_now')]
      const use = decimal(now).minus(before)
      const figure = vatAdjustment({ vat, years, use_at_purchase: before, use_now: now }, decimals)
      return [
        step('year_of_vat', `${read(vat)} ÷ ${years}`, ratio(vat, 1, years, decimals), decimals),
        { name: 'change_of_use', formula: `${now}% − ${before}%`, value: `${text(use)}%` },
        step('adjustment', `${read(vat)} ÷ ${years} × ${text(use)}%`, figure, decimals),
      ]
    },
  }),
  tax_pool: computation({
    table: taxPoolRates,
    fields: [
      day,
      choice('pool', taxPools),
      amount('opening'),
      amount('added_now'),
      amount('added_before'),
      amount('proceeds_now'),
      amount('proceeds_before'),
    ],
    steps: (law, values, decimals) => {
      const rate = of<number>(law, values.pool)
      const year = {
        opening: at(values, 'opening'),
        added_now: at(values, 'added_now'),
        added_before: at(values, 'added_before'),
        proceeds_now: at(values, 'proceeds_now'),
        proceeds_before: at(values, 'proceeds_before'),
      }
      const figures = taxPoolYear(year, rate, decimals)
      const halves = `(${read(year.added_now)} + ${read(year.added_before)} − ${read(year.proceeds_now)} − ${read(year.proceeds_before)})`
      return [
        step('pool_base', `${read(year.opening)} + 50% × ${halves}`, figures.base, decimals),
        step('pool_closing', `${read(figures.base)} × ${100 - rate}%`, figures.closing, decimals),
        step('pool_depreciation', `${read(figures.base)} × ${rate}%`, figures.depreciation, decimals),
      ]
    },
  }),
  withholding: computation({
    table: withholdingRates,
    fields: [day, choice('type', withholdingTypes), amount('gross')],
    steps: (law, values, decimals) => {
      const [rate, gross] = [of<string>(law, values.type), at(values, 'gross')]
      return [step('withheld', `${read(gross)} × ${rate}%`, ratio(gross, rate, 100, decimals), decimals)]
    },
  }),
  withholding_fine: computation({
    table: withholdingReturnRules,
    fields: [day, amount('unpaid'), { name: 'days_late', kind: 'count', usual: '30' }],
    steps: (rule, values, decimals) => {
      const [unpaid, days] = [at(values, 'unpaid'), at(values, 'days_late')]
      const fine = withholdingFine(unpaid, Number(days), rule, decimals)
      return [step('fine', `${read(unpaid)} × ${rule.fine}% × ⌊${days} ÷ ${rule.fine_days}⌋`, fine, decimals)]
    },
  }),
}

/** An amount as a formula says it. */
const read = (figure: Numeric): string => groupThousands(text(decimal(figure)))
const step = (name: string, formula: string, value: Numeric, decimals: number): LawStep => ({
  name,
  formula,
  value: text(decimal(value), decimals),
})

export type Recomputed = { law: LawRow<unknown>; steps: LawStep[]; result: string }

/** A figure from what it was computed from, by the version that is valid on its day; null before the first. */
export function recompute({ table, steps }: LawComputation, values: Values, decimals = 2): Recomputed | null {
  const law = lawOn(table, values.day ?? '')
  if (!law) return null
  const lines = steps(law.values, values, decimals)
  return { law, steps: lines, result: lines.at(-1)?.value ?? '' }
}
