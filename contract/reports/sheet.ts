import { z } from 'zod'
import { wire, wireNumber } from '../fields/decimal.ts'
import { maybeText, nullable } from '../fields/response-fields.ts'

/**
 * What every report answers: rows under columns, ready for the screen, for paper and for a file alike. Words are keys
 * of `locales/<language>/reports.json`, so one answer reads in both languages.
 */
const label = z.object({
  /** A key of the report words, or a name of the organization. With a key, the name is its detail. */
  word: maybeText,
  name: maybeText,
  name_en: maybeText,
  /** A number or code after the word or name. */
  code: maybeText,
})
const text = z.union([z.string(), label, z.null()])
const query = z.record(z.string(), z.union([z.string(), z.number()]))

const column = z.object({
  key: z.string(),
  /** `unit_amount` is what one piece costs, to four decimals; `label` is the column that names the row and carries its link. */
  kind: z.enum(['label', 'text', 'code', 'date', 'amount', 'unit_amount', 'quantity', 'percent', 'count']),
  label,
  /** Adjacent columns with the same group share one heading. */
  group: nullable(label),
  /** Where the column's figures lead, together with the row's link; null where a figure opens nothing. */
  query: nullable(query),
  /** Where not all figures fit, as on a phone, this one is shown next to the row's name and the others below it. */
  leading: z.boolean().default(false),
})
const link = z.object({ to: z.string(), query })
const rowShape = z.object({
  key: z.string(),
  style: z.enum(['heading', 'group', 'line', 'subtotal', 'total']),
  /** 1 is the outermost. */
  level: z.int(),
  label,
  texts: z.record(z.string(), text),
  figures: z.record(z.string(), wire.nullable()),
  /** The report, document or master behind the row, and how to ask for it. */
  link: nullable(link),
  /** Figures that lead elsewhere than the rest of the row, by their column: to these addresses as they stand. */
  links: z.record(z.string(), link).optional(),
})
type RowInput = z.input<typeof rowShape>
type LabelInput = z.input<typeof label>
/**
 * A row as it is sent. A report has hundreds of rows that the server built itself, so their types guarantee their shape.
 * Serializing them without the schema takes a tenth of the time. Figures are decimals or throw.
 */
const row = z.custom<RowInput>().transform(spellRow)
// The hand-written values equal the schema, also in the API document.
row._zod.toJSONSchema = () => z.toJSONSchema(rowShape, { io: 'output', unrepresentable: 'any' })

function spellRow({ key, style, level, label, texts, figures, link, links }: RowInput): z.output<typeof rowShape> {
  return {
    key,
    style,
    level,
    label: spellLabel(label),
    texts: mapped(texts, (value) => (value !== null && typeof value === 'object' ? spellLabel(value) : value)),
    figures: mapped(figures, (value) => (value === null ? null : wireNumber(value))),
    link: link ?? null,
    ...(links && { links }),
  }
}

const spellLabel = ({ word = null, name = null, name_en = null, code = null }: LabelInput) => ({
  word,
  name,
  name_en,
  code,
})

function mapped<Given, Made>(record: Record<string, Given>, make: (value: Given) => Made): Record<string, Made> {
  const made: Record<string, Made> = {}
  for (const key in record) made[key] = make(record[key] as Given)
  return made
}

const days = z.object({ from: maybeText, to: z.string() })

export const sheet = z.object({
  /** The subject of the report, if it is one: the account of a statement. */
  subject: nullable(label),
  period: days,
  compared: nullable(days),
  /** The active filters, by name. */
  filters: z.array(z.object({ name: z.string(), chosen: z.array(label) })).default([]),
  columns: z.array(column),
  rows: z.array(row),
  /** The difference in the report's identity, 0 for valid books. NULL without an identity. */
  difference: nullable(wire),
  /** Notes below the rows. */
  notes: z.array(z.object({ word: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })),
  /** For amounts that are not in base currency. */
  currency: nullable(z.object({ code: z.string(), decimals: z.int() })),
  /** A second table that belongs to the first: how late what a statement ends with is. */
  below: nullable(z.object({ title: label, columns: z.array(column), rows: z.array(row) })),
  /** Asks for the rows that follow; null on the last page. */
  next: maybeText,
})
export type Sheet = z.output<typeof sheet>
/** As the server writes it: figures are still exact decimal text. */
export type SheetInput = z.input<typeof sheet>
export type SheetRow = SheetInput['rows'][number]
export type SheetColumn = SheetInput['columns'][number]
export type SheetLabel = z.input<typeof label>
