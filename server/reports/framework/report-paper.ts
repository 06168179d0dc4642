import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { letterheadOf } from '#server/pdf/letterhead.ts'
import { logoOf } from '#server/pdf/logo.ts'
import type { PdfCell, PdfPaper, PdfTable } from '#server/pdf/paper.ts'
import { labelWords, sheetHead, sheetNotes } from '#server/resource/export-sheet.ts'
import { sizeFor } from './paper-widths.ts'

/** More rows than this are a file for a machine and no paper. */
const rowsMaximum = 5_000
/** Reports for other parties have no signature lines. */
const goesOut = new Set(['customer_statement', 'supplier_statement'])

/** A report as it prints, in the language that asks: the columns and rows of the screen, levels as indentation. */
export async function reportPaper(
  context: Context,
  name: string,
  sheet: Sheet,
  leads: CellLeads = nowhere,
): Promise<PdfPaper> {
  const { db, language, services, session } = context
  if (sheet.rows.length > rowsMaximum) throw new Refusal('too_many_to_export', { params: { maximum: rowsMaximum } })
  const say = (key: string) => {
    const word = services.words.say(language, key)
    return { ar: word, en: word }
  }
  const title = say(`reports:${name}.title`)
  const decimals = sheet.currency?.decimals ?? session.organization.decimals
  const organization = await db
    .selectFrom('organizations')
    .select(['name', 'name_en', 'logo'])
    .executeTakeFirstOrThrow()
  const [logo, letterhead, lines] = await Promise.all([
    logoOf(db, organization.logo),
    letterheadOf(db),
    sheetHead(context, title.en, sheet),
  ])
  const { below } = sheet
  const tables = [sheet, ...(below ? [below] : [])].map((one) => tableOf(context, one, { decimals, leads }))
  const { is_landscape, sizes } = sizeFor(tables)
  const [above, ...more] = tables.map((table, index) => ({ ...table, ...sizes[index] }))
  return {
    ...letterhead,
    logo,
    language,
    is_landscape,
    title,
    number: `${title.en} · ${[sheet.period.from, sheet.period.to].filter(Boolean).join(' – ')}`,
    created_at: sheet.period.to,
    organization: { name: organization.name, name_en: organization.name_en },
    // The head already contains the names of the organization and the report.
    lines: lines.filter((line) => line !== title.en && line !== organization.name && line !== organization.name_en),
    blocks: [],
    facts: [],
    totals: [],
    ...(above as PdfTable),
    ...(below && {
      more: more.map((table) => ({ ...table, title: same(labelWords(context, { ...below.title, code: null })) })),
    }),
    notes: sheetNotes(context, name, sheet, decimals).map((value) => ({ label: same(''), value })),
    signatures: goesOut.has(name)
      ? []
      : ['prepared_by', 'reviewed_by', 'approved_by'].map((one) => say(`paper:sheet.${one}`)),
  }
}

type Row = Sheet['rows'][number]
/** Where the cells of a report lead in a file of several papers, and how others find them. */
export type CellLeads = {
  ofName: (row: Row) => { leads_to?: string; anchor?: string }
  ofFigure: (column: Sheet['columns'][number], row: Row) => string | undefined
}
const nowhere: CellLeads = { ofName: () => ({}), ofFigure: () => undefined }
type Setting = { decimals: number; leads: CellLeads }

const same = (word: string) => ({ ar: word, en: word })

function tableOf(context: Context, { columns, rows }: Pick<Sheet, 'columns' | 'rows'>, set: Setting): PdfTable {
  const shown = columns.filter(({ key, kind }) => kind !== 'text' || rows.some(({ texts }) => texts[key]))
  return {
    columns: shown.map(({ label, group, kind }) => ({
      label: same(labelWords(context, label)),
      ...(group && { group: same(labelWords(context, group)) }),
      kind: textKinds.has(kind) ? ('text' as const) : ('figure' as const),
      width: kind === 'label' || kind === 'text' ? ('share' as const) : ('content' as const),
    })),
    rows: rows.map((row) => shown.map((column) => cellOf(context, column, row, set))),
    strong: rows.flatMap(({ style }, index) => (style === 'line' ? [] : [index])),
  }
}

const textKinds = new Set<Sheet['columns'][number]['kind']>(['label', 'text', 'code', 'date'])
const bracketed = new Set<Sheet['columns'][number]['kind']>(['amount', 'percent'])

function cellOf(
  context: Context,
  column: Sheet['columns'][number],
  row: Sheet['rows'][number],
  { decimals, leads }: Setting,
): PdfCell {
  const { key, kind } = column
  if (kind === 'label') return { text: labelWords(context, row.label), indent: row.level - 1, ...leads.ofName(row) }
  if (textKinds.has(kind)) {
    const text = row.texts[key] ?? ''
    return typeof text === 'string' ? text : labelWords(context, text)
  }
  const figure = row.figures[key]
  if (figure === undefined || figure === null) return ''
  const text = figureOf(kind, figure, decimals)
  const url = leads.ofFigure(column, row)
  return url ? { text, url } : text
}

/** As on the screen: nothing is a dash, and negative amounts and shares are in parentheses. */
function figureOf(kind: Sheet['columns'][number]['kind'], value: number, decimals: number): string {
  if (value === 0 && kind !== 'percent') return '–'
  if (bracketed.has(kind) && value < 0) return `(${figureOf(kind, -value, decimals)})`
  if (kind === 'amount') return formatNumber(value, decimals)
  if (kind === 'unit_amount') return formatNumber(value, 4)
  return kind === 'percent' ? `${formatNumber(value, 1)}%` : formatPlain(value)
}
