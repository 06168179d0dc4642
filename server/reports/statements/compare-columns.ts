import type { SheetColumn, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, zero } from '#ledger/money.ts'
import { column } from '../framework/sheet.ts'
import type { ResultColumns } from './income-columns.ts'
import { changeOf, dated } from './statement-sheet.ts'

type Days = { current: Range; compared: Range }

/** Each line with its amount in the other range and the difference; a line of one range only is shown in both. */
export function sideBySide(now: ResultColumns, before: ResultColumns, days: Days): ResultColumns & { keys: string[] } {
  const own = new Set(now.columns.map(({ key }) => key))
  const only = before.columns.filter(({ key }) => !own.has(key))
  const [total, parts] = [now.columns.at(-1) as SheetColumn, now.columns.slice(0, -1)]
  const all = [...parts, ...only, total]
  const others = new Map(before.columns.map((one) => [one.key, one]))
  const columns = all.flatMap((one) => [
    { ...one, label: dated(days.current), group: one.label, query: { ...one.query, ...days.current } },
    column(`${one.key}_compared`, 'amount', {
      label: dated(days.compared),
      group: one.label,
      query: { ...(others.get(one.key) ?? one).query, ...days.compared },
    }),
    column(`${one.key}_change`, 'amount', { label: { word: 'columns.change' }, group: one.label }),
    ...(one === total
      ? [
          column(`${one.key}_change_percent`, 'percent', {
            label: { word: 'columns.change_percent' },
            group: one.label,
          }),
        ]
      : []),
  ])
  const figures = all.flatMap(({ key }) => [{ key }, { key: `${key}_compared` }])
  const amountsOf = (from: ResultColumns, account: number) => {
    const list = from.debits.get(account)
    return new Map(from.figures.map(({ key }, index) => [key, list?.[index] ?? zero]))
  }
  const ids = new Set([...now.debits.keys(), ...before.debits.keys()])
  const debits = new Map<number, Decimal[]>()
  for (const id of ids) {
    const [current, other] = [amountsOf(now, id), amountsOf(before, id)]
    debits.set(
      id,
      all.flatMap(({ key }) => [current.get(key) ?? zero, other.get(key) ?? zero]),
    )
  }
  return { columns, figures, debits, keys: all.map(({ key }) => key) }
}

/** How much more or less than before each part is, and of the last, the total, in percent too. */
export function withChanges(row: SheetRow, keys: readonly string[]): SheetRow {
  if (row.style === 'heading') return row
  const figures = { ...row.figures }
  for (const key of keys) {
    const pair = [figures[key], figures[`${key}_compared`]].map((amount) => decimal(amount ?? 0))
    const { change, change_percent } = changeOf(pair)
    figures[`${key}_change`] = change ?? null
    if (key === keys.at(-1)) figures[`${key}_change_percent`] = change_percent ?? null
  }
  return { ...row, figures }
}
