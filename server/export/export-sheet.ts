import type { Sheet, SheetLabel } from '#contract/reports/sheet.ts'
import type { Context } from '#server/kit/context.ts'
import type { AnswerFile } from '#server/kit/pipeline.ts'
import { type Cell, type Format, writeTable } from './write-table.ts'

/** A report as a file: the columns and rows of the screen, in the language that asks, levels as indentation. */
export async function exportSheet(context: Context, name: string, sheet: Sheet, format: Format): Promise<AnswerFile> {
  const head = sheet.columns.map(({ label, group }) =>
    group ? `${wordsOf(context, group)} - ${wordsOf(context, label)}` : wordsOf(context, label),
  )
  const rows = sheet.rows.map((row) =>
    sheet.columns.map((column): Cell => {
      if (column.kind === 'label') return `${'    '.repeat(row.level - 1)}${wordsOf(context, row.label)}`
      if (column.key in row.figures) return row.figures[column.key] ?? null
      const text = row.texts[column.key] ?? null
      return text === null || typeof text === 'string' ? text : wordsOf(context, text)
    }),
  )
  const days = [sheet.period.from, sheet.period.to].filter(Boolean).join('-')
  return writeTable(context, `${name}-${days}`, [head, ...rows], format)
}

function wordsOf({ language, services }: Context, label: SheetLabel): string {
  const said = label.word
    ? services.words.say(language, `reports:${label.word}`)
    : (language === 'en' && label.name_en) || label.name
  return (label.word ? [said, label.code] : [label.code, said]).filter(Boolean).join(' ')
}
