import type { z } from 'zod'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type LawComputation, lawComputations, recompute } from '#ledger/law/recompute.ts'
import { zakatRules } from '#ledger/law/zakat.ts'
import { type Decimal, sum, text } from '#ledger/money.ts'
import { type ZakatAdjustmentLine, type ZakatLine, zakatAdditions, zakatDeductions } from '#ledger/zakat/zakat.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { column, named, sheetOf, withLeadingColumns, word } from '#server/reports/framework/sheet.ts'
import { type ZakatWorksheet, zakatWorksheet } from './worksheet.ts'

type Query = z.output<(typeof reports.zakatWorksheet)['calls']['show']['query']>

/** The Zakat worksheet of the year around a day: each line with its accounts and adjustments, the base, Zakat at both rates. */
export async function showZakatWorksheet(context: Context, query: Query): Promise<SheetInput> {
  const day = query.to ?? context.today
  const sheet = await zakatWorksheet(context, day).catch((error: unknown) => missingOf(error, day))
  if ('notes' in sheet) return sheet
  const { year, figures, lines, law, settings, days, due, booked, profit } = sheet
  const step = stepOf(sheet)
  const rows = [
    heading('additions'),
    ...zakatAdditions.flatMap((line) => lineRows(sheet, line)),
    ...(lines.noncurrent_liabilities.eq(figures.financing) ? [] : [figure('financing', figures.financing)]),
    { ...figure('profit', profit), link: rowsOf(sheet, 'profit_before_zakat') },
    ...adjustmentRows(sheet, 'profit'),
    heading('deductions'),
    ...zakatDeductions.flatMap((line) => lineRows(sheet, line)),
    heading('base'),
    explained(figure('computed', figures.computed), computedFrom(sheet)),
    figure('base_total', figures.base, 'subtotal'),
    ...(Number(settings.saudi_share) === 100
      ? []
      : [step('shared', figure('shared', figures.shared, 'subtotal', `${Number(settings.saudi_share)}%`))]),
    step('by_days', figure('by_days', figures.by_days, 'line', String(days))),
    step('hijri', figure('hijri', figures.hijri)),
    figure('due', due, 'total'),
    settings.assessed === null
      ? { ...figure('booked', booked), link: rowsOf(sheet, 'zakat') }
      : figure('assessed', booked),
    figure('left', due.minus(booked), 'subtotal'),
  ]
  return sheetOf(
    { to: year.to },
    withLeadingColumns(['amount'], [column('what', 'label'), column('grounds', 'text'), column('amount', 'amount')]),
    rows,
    {
      notes: [
        { word: `notes.zakat_law_${law.state}`, params: { from: law.from, rate: law.rate } },
        { word: settings.has_minimum ? 'notes.zakat_minimum' : 'notes.zakat_no_minimum', params: {} },
      ],
    },
  )
}

const heading = (name: string): SheetRow => ({
  key: `heading:${name}`,
  style: 'heading',
  level: 1,
  texts: {},
  figures: {},
  link: null,
  label: word(`lines.zakat_${name}`),
})

const figure = (
  name: string,
  amount: Decimal,
  style: SheetRow['style'] = 'line',
  code: string | null = null,
): SheetRow => ({
  key: name,
  style,
  level: 2,
  texts: {},
  link: null,
  label: word(`lines.zakat_${name}`, code),
  figures: { amount: text(amount) },
})

/** The rows of the books that come to a line of the profit and loss. */
const rowsOf = ({ year: { from, to } }: ZakatWorksheet, line: string): SheetRow['link'] => ({
  to: 'account_statement',
  query: { line, from, to },
})

const explained = (row: SheetRow, grounds: string): SheetRow => ({ ...row, texts: { grounds } })

/** The lines that come to the computed base, as they are added. */
function computedFrom({ lines, figures, profit, adjustments }: ZakatWorksheet): string {
  const adjusted = sum([profit, ...adjustments.flatMap(({ line, amount }) => (line === 'profit' ? [amount] : []))])
  const some = (amounts: readonly Decimal[]) => amounts.filter((amount) => !amount.eq(0))
  const added = some([lines.equity, lines.provisions, figures.financing, adjusted])
  const taken = some(zakatDeductions.map((line) => lines[line]))
  return [added.map(spelled).join(' + '), ...taken.map(spelled)].join(' − ')
}
/** A negative one in brackets, so that its sign is not taken for a step. */
const spelled = (amount: Decimal): string => {
  const figure = groupThousands(text(amount))
  return amount.lt(0) ? `(${figure})` : figure
}

/** A figure that follows from the law, with its arithmetic: it opens the page that computes it again. */
function stepOf({ year, days, law, settings, figures }: ZakatWorksheet) {
  const factors = { base: text(figures.base), share: String(Number(settings.saudi_share)), days: String(days) }
  const query = { of: 'zakat', day: lawOn(zakatRules, year.to)?.from === law.from ? year.to : law.from, ...factors }
  const steps = recompute(lawComputations.zakat as LawComputation, query)?.steps ?? []
  return (name: string, row: SheetRow): SheetRow => ({
    ...explained(row, steps.find((one) => one.name === name)?.formula ?? ''),
    link: { to: 'law', query },
  })
}

function lineRows(sheet: ZakatWorksheet, line: ZakatLine): SheetRow[] {
  const accounts = sheet.accounts.filter((one) => one.line === line)
  const adjustments = adjustmentRows(sheet, line)
  if (accounts.length === 0 && adjustments.length === 0) return []
  return [
    ...accounts.map(
      (account): SheetRow => ({
        key: `account:${account.id}`,
        style: 'line',
        level: 3,
        texts: {},
        label: { ...named(account), code: account.number },
        figures: { amount: text(account.amount) },
        link: { to: 'account_statement', query: { account_id: account.id, from: sheet.year.from, to: sheet.year.to } },
      }),
    ),
    ...adjustments,
    figure(line, sheet.lines[line], 'subtotal'),
  ]
}

const adjustmentRows = ({ adjustments }: ZakatWorksheet, line: ZakatAdjustmentLine): SheetRow[] =>
  adjustments
    .filter((one) => one.line === line)
    .map(
      (one): SheetRow => ({
        key: `adjustment:${one.id}`,
        style: 'line',
        level: 3,
        label: one.files > 0 ? word('lines.zakat_adjustment_files', String(one.files)) : word('lines.zakat_adjustment'),
        texts: { grounds: one.reason },
        figures: { amount: text(one.amount) },
        link: { to: 'zakat_adjustment', query: { id: one.id } },
      }),
    )

/** Without a year or a rate there is no worksheet: the sheet is empty and says the way out. */
function missingOf(error: unknown, to: string): SheetInput {
  if (!(error instanceof Refusal) || !missing.has(error.code)) throw error
  return sheetOf({ to }, [column('what', 'label')], [], {
    notes: [{ word: `notes.${error.code}`, params: error.params }],
  })
}
const missing: ReadonlySet<string> = new Set(['zakat_no_year', 'zakat_rate_missing'])
