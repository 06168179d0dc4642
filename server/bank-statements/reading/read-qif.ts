import { Refusal } from '#server/core/refusal.ts'
import { type DayOrder, readDay } from '#server/reading/values/days.ts'
import { provenMark, readFigure } from '#server/reading/values/figures.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { orderOfDays } from './day-order.ts'
import { joined, type Statement } from './statement.ts'

export const isQif = (text: string): boolean => /^\s*!(Type|Account|Option)\b/i.test(text)

type Entry = { number: number; fields: Map<string, string> }

/** QIF: a letter and its value in each row, `^` after each line. It names no currency, and balances only as a line of that name. */
export function readQif(text: string, field: string, today: string, asked: DayOrder | null = null): Statement {
  const rows = text.replace(/\r\n?/g, '\n').split('\n')
  const types = rows.flatMap((row) => /^!Type:\s*(.+)$/i.exec(row)?.[1]?.trim().toLowerCase() ?? [])
  if (types.length > 1) throw new Refusal('statement_several_accounts', { field })
  if (!['bank', 'cash', 'ccard', 'oth a', 'oth l'].includes(types[0] ?? ''))
    throw new Refusal('statement_columns', { field })
  const entries = entriesOf(rows, field)
  const days = entries.map(({ fields }) => dayText(fields))
  const mark = provenMark(entries.map(({ fields }) => fields.get('T') ?? '')) ?? '.'
  const refuse = (index: number) => new Refusal('statement_days', { field, params: { row: index + 1 } })
  const { order, doubtful } = orderOfDays(days, today, asked, refuse)
  const lines = entries.map(({ number, fields }) => {
    const date = readDay(dayText(fields), order)
    const amount = readFigure(fields.get('T') ?? fields.get('U') ?? '', mark)
    if (date === null || amount === null) throw new Refusal('statement_entry', { field, params: { number } })
    const name = fields.get('P') ?? null
    return {
      date,
      amount,
      balance: null,
      counterparty: name,
      description: joined(name, fields.get('M')),
      reference: fields.get('N') ?? null,
    }
  })
  const isOpening = ({ counterparty }: { counterparty: string | null }) =>
    /^(opening balance|رصيد افتتاحي)$/.test(foldWord(counterparty ?? ''))
  return {
    format: 'qif',
    account: null,
    currency: null,
    closing_balance: null,
    closing_date: null,
    doubtful_day: doubtful,
    opening_balance: lines.find(isOpening)?.amount ?? null,
    lines: lines
      .filter((line) => !isOpening(line) && line.amount !== '0')
      .toSorted((one, other) => one.date.localeCompare(other.date)),
  }
}

/** The year after an apostrophe, and blanks in front of a single digit: `1/ 5'26`. */
const dayText = (fields: ReadonlyMap<string, string>): string =>
  (fields.get('D') ?? '').replace(/'\s*/, '/').replace(/\s+/g, '')

function entriesOf(rows: readonly string[], field: string): Entry[] {
  const entries: Entry[] = []
  let fields = new Map<string, string>()
  const start = rows.findIndex((row) => /^!Type:/i.test(row))
  for (const row of rows.slice(start + 1)) {
    if (row.startsWith('^')) {
      if (fields.size > 0) entries.push({ number: entries.length + 1, fields })
      fields = new Map()
    } else if (row.trim() !== '' && !row.startsWith('!') && !fields.has(row[0] as string))
      fields.set((row[0] as string).toUpperCase(), row.slice(1).trim())
  }
  // Every line ends with its mark.
  if (fields.size > 0) throw new Refusal('statement_cut_off', { field })
  return entries
}
