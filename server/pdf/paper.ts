import type { LabelLayout } from '#contract/labels/label-layouts.ts'

/** A label in both languages: Arabic first, then English. */
export type Bilingual = { ar: string; en: string }
type Block = { title: Bilingual; name: string; name_en: string | null; facts: readonly Fact[] }
type Fact = { label: Bilingual; value: string }
export type PdfColumn = {
  label: Bilingual
  /** Adjacent columns with the same group have it as a common head above their own. */
  group?: Bilingual | undefined
  /** Figures are set left to right and flush; text in the direction of its language. */
  kind: 'figure' | 'text'
  /** A share of the width that is left, or as wide as its content. */
  width: 'share' | 'content'
}
type PdfMarks = {
  below?: string
  indent?: number
  /** An address that the cell opens. */
  url?: string | undefined
  /** A cell of another paper of the file, by its name, that the cell leads to. */
  leads_to?: string | undefined
  /** How other cells name this one. */
  anchor?: string | undefined
}
/** A cell is its text, or a text with a smaller second line, or set in by so many levels, or one that leads somewhere. */
export type PdfCell = string | ({ text: string } & PdfMarks)
type PdfTotal = { label: Bilingual; value: string; isGrand?: boolean }
/** A further table below the first. `strong`: the rows that are set bold, by their index. */
export type PdfTable = {
  title?: Bilingual
  columns: readonly PdfColumn[]
  rows: readonly (readonly PdfCell[])[]
  strong?: readonly number[]
  /** The size of its letters in points; absent: by the number of columns. */
  size?: number
}
export type PdfFile = { name: string; mime: string; description: string; content: string }

/** `stripes`: of its barcode, dark and light by turns, in modules of so many millimetres. `count`: how many are printed. */
export type ProductLabel = {
  names: readonly string[]
  unit: readonly string[]
  price: string | null
  sign: string
  note: readonly string[]
  code: string
  stripes: readonly number[]
  module: number
  count: number
}

/** The complete content of a printed paper, ready for typesetting: no figure and no word is added after this point. */
export type PdfPaper = {
  title: Bilingual
  /** Names the document in the file's properties and on every page. */
  number: string
  /** The creation date in the file: the day of the paper, so that the same paper has the same bytes. */
  created_at: string
  organization: { name: string; name_en: string | null }
  /** The only language of the paper, and with it its direction; absent: both, Arabic first. */
  language?: 'ar' | 'en'
  /** For more columns than a portrait sheet fits. */
  is_landscape?: boolean
  /** A simplified tax invoice, which may also be set on a roll of 80 mm instead of A4. */
  is_simplified?: boolean
  is_receipt?: boolean
  /** The letterhead of the organization: the colour of its rules and titles, and what each page ends with. */
  accent?: string | undefined
  footer?: string | undefined
  /** Below the title, line by line: the dates and filters of a report. */
  lines?: readonly string[] | undefined
  /** A picture as it is stored. */
  logo?: { bytes: Uint8Array; format: 'png' | 'jpg' | 'webp' | 'svg' } | undefined
  blocks: readonly Block[]
  facts: readonly Fact[]
  columns: readonly PdfColumn[]
  rows: readonly (readonly PdfCell[])[]
  strong?: readonly number[]
  size?: number
  more?: readonly PdfTable[]
  totals: readonly PdfTotal[]
  /** The total in words. */
  words?: Bilingual | undefined
  notes?: readonly Fact[] | undefined
  /** Signatures, each above a line. */
  signatures?: readonly Bilingual[] | undefined
  /** The content of the QR code, as text. */
  qr?: string | undefined
  /** Labels in place of a page: each has a QR code, a title and lines of text. */
  labels?: readonly { code: string; title: string; lines: readonly string[] }[] | undefined
  /** Labels of products in place of a page, on sheets from the first free label on, or on a roll. */
  label_sheet?: { layout: LabelLayout; first: number; labels: readonly ProductLabel[] } | undefined
  /** Files inside the file (PDF/A-3): the XML of an e-invoice. */
  files?: readonly PdfFile[] | undefined
}
