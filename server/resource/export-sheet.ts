import type { Sheet, SheetLabel } from '#contract/reports/sheet.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { type Cell, type CellKind, type Format, levelStep, type Table, writeTables } from './write-table.ts'

/** A report as a file: the columns and rows of the screen, in the language that asks, levels as indentation. */
export async function exportSheet(context: Context, name: string, sheet: Sheet, format: Format): Promise<AnswerFile> {
  const title = context.services.words.say(context.language, `reports:${name}.title`)
  const decimals = sheet.currency?.decimals ?? context.session.organization.decimals
  const { below } = sheet
  const above = format === 'xlsx' ? await sheetHead(context, title, sheet) : []
  const days = [sheet.period.from, sheet.period.to].filter(Boolean).join('-')
  const tables = [
    { ...tableOf(context, sheet), title, decimals, above, below: sheetNotes(context, name, sheet, decimals) },
    ...(below
      ? [{ ...tableOf(context, below), title: labelWords(context, { ...below.title, code: null }), decimals, above }]
      : []),
  ]
  return writeTables(context, `${name}-${days}`, tables, format)
}

/** The notes that the screen shows below the table: whether the identity of the report holds, and other remarks. */
export function sheetNotes(
  { language, services }: Context,
  name: string,
  { difference, notes }: Sheet,
  decimals: number,
): string[] {
  const say = (words: string[], params = {}) =>
    services.words.say(
      language,
      words.map((word) => `reports:${word}`),
      params,
    )
  return [
    ...(difference === null
      ? []
      : [`${say([`${name}.difference`, 'difference'])} ${text(decimal(difference), decimals)}`]),
    ...notes.map(({ word, params }) => say([word], params)),
  ]
}

function tableOf(
  context: Context,
  { columns, rows }: Pick<Sheet, 'columns' | 'rows'>,
): Pick<Table, 'columns' | 'rows' | 'strong' | 'levels'> {
  return {
    levels: rows.map(({ level }) => level),
    columns: columns.map(({ label, group, kind }) => ({
      head: group ? `${labelWords(context, group)} - ${labelWords(context, label)}` : labelWords(context, label),
      kind: kinds[kind] ?? 'plain',
    })),
    rows: rows.map((row) =>
      columns.map((column): Cell => {
        if (column.kind === 'label') return `${levelStep.repeat(row.level - 1)}${labelWords(context, row.label)}`
        if (column.key in row.figures) return row.figures[column.key] ?? null
        const text = row.texts[column.key] ?? null
        return text === null || typeof text === 'string' ? text : labelWords(context, text)
      }),
    ),
    strong: new Set(rows.flatMap(({ style }, index) => (style === 'line' ? [] : [index]))),
  }
}

/** The heading, as on paper: organization, report, dates and currency. */
export async function sheetHead(context: Context, title: string, sheet: Sheet): Promise<string[]> {
  const { db, language, session, services } = context
  const say = (key: string, params = {}) => services.words.say(language, `reports:${key}`, params)
  const labelOf = (one: { name: string; name_en: string | null }) => labelWords(context, one)
  const [organization, currency] = await Promise.all([
    db.selectFrom('organizations').select(['name', 'name_en', 'tax_number']).executeTakeFirstOrThrow(),
    db
      .selectFrom('currencies')
      .select(['name', 'name_en'])
      .where('id', '=', session.organization.currency_id)
      .executeTakeFirstOrThrow(),
  ])
  const days = ({ from, to }: Sheet['period']) => (from === null ? to : `${from} – ${to}`)
  return [
    labelOf(organization),
    ...(organization.tax_number ? [`${say('tax_number')} ${organization.tax_number}`] : []),
    title,
    ...(sheet.subject ? [labelWords(context, sheet.subject)] : []),
    `${sheet.period.from === null ? `${say('as_at')} ` : ''}${days(sheet.period)}`,
    ...(sheet.compared ? [`${say('compared_with')} ${days(sheet.compared)}`] : []),
    sheet.currency ? say('in_currency', sheet.currency) : say('in_base_currency', { name: labelOf(currency) }),
    ...sheet.filters.map(
      ({ name, chosen }) =>
        `${say(`fields.report.${name}`)}: ${chosen.map((one) => labelWords(context, one)).join(say('separator'))}`,
    ),
  ]
}

const kinds: Partial<Record<Sheet['columns'][number]['kind'], CellKind>> = {
  amount: 'amount',
  unit_amount: 'unit_amount',
  percent: 'percent',
  date: 'date',
}

/** A label of a sheet in the language that asks. */
export function labelWords({ language, services }: Context, label: SheetLabel): string {
  const name = (language === 'en' && label.name_en) || label.name
  if (label.word?.startsWith('flow.')) return services.words.say(language, `reports:${label.word}`, { name })
  if (!label.word) return [label.code, name].filter(Boolean).join(' ')
  const words = [services.words.say(language, `reports:${label.word}`), label.code].filter(Boolean).join(' ')
  return name ? `${words} · ${name}` : words
}
