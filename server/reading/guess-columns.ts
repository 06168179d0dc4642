import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { foldWord } from './values/words.ts'

/** The headings that name a column, folded, the most specific first. */
export type KnownColumn = { column: ImportColumn; words: readonly string[] }

/** The position in the file of each of our columns that a heading names. */
export function guessColumns(heads: readonly string[], known: readonly KnownColumn[]): Record<string, number> {
  const read = heads.map(readingsOf)
  const taken = new Set<number>()
  const found: Record<string, number> = {}
  for (const matches of [isWhole, isPart, contains])
    for (const { column, words } of known) {
      if (found[column.key] !== undefined) continue
      const at = firstOf(words, read, (head, word, index) => !taken.has(index) && matches(head, word))
      if (at === undefined) continue
      found[column.key] = at
      taken.add(at)
    }
  return found
}

/** Every column of the file whose heading names a column of ours, by the order of its words. */
export function headMatches(heads: readonly string[], { words }: KnownColumn): number[] {
  const read = heads.map(readingsOf)
  const found = words.flatMap((word) =>
    read.flatMap((head, index) => (isWhole(head, word) || isPart(head, word) ? [index] : [])),
  )
  return [...new Set(found)]
}

/** The first word with a match decides: a file may have both the number of a record and its id. */
function firstOf(
  words: readonly string[],
  heads: readonly Reading[],
  matches: (head: Reading, word: string, index: number) => boolean,
): number | undefined {
  for (const word of words) {
    const at = heads.findIndex((head, index) => matches(head, word, index))
    if (at >= 0) return at
  }
  return undefined
}

/** A heading: folded, folded without spaces, and the parts of it that may name a column alone. */
type Reading = { folded: string; whole: string; parts: ReadonlySet<string> }

const joined = (word: string) => foldWord(word).replaceAll(' ', '')

/**
 * `ContactName` and `contact_name` are a contact name. `Invoice lines/Product` and `Item (Items)` are columns of a list within the record.
 * `اسم العميل / Customer name` says the same in two languages.
 */
function readingsOf(head: string): Reading {
  const parts = new Set<string>()
  const languages = [head.replace(/[a-z]+/gi, ' '), head.replace(/[\u0600-\u06ff]+/g, ' ')]
  if (/[a-z]{2}/i.test(head) && /[\u0600-\u06ff]{2}/.test(head)) for (const one of languages) parts.add(joined(one))
  else {
    for (const part of withinList(head)) parts.add(joined(part))
    parts.add(joined(head.replace(/[([].*$/, '')))
  }
  parts.delete('')
  return { folded: foldWord(head), whole: joined(head), parts }
}

/** The last step of a path such as `Invoice lines/Product`. For `Product/Name` it is the step before too. */
function withinList(head: string): string[] {
  const steps = head.split('/').map((step) => step.trim())
  if (steps.length < 2) return []
  const last = foldWord(steps.at(-1) as string)
  // A database key does not name a record for a user.
  if (['id', 'external id', 'database id'].includes(last)) return []
  return ['name', 'display name', 'code'].includes(last)
    ? [steps.slice(-2).join(' '), steps.at(-2) as string]
    : [steps.at(-1) as string]
}

const isWhole = ({ whole }: Reading, word: string) => whole !== '' && whole === word.replaceAll(' ', '')
const isPart = ({ parts }: Reading, word: string) => parts.has(word.replaceAll(' ', ''))
/** "Customer name (required)" names a customer. "Customer ID" and "Customer type" do not. */
const contains = ({ folded }: Reading, word: string) =>
  word.length > 4 &&
  ` ${folded} `.includes(` ${word} `) &&
  !otherThings.some((one) => says(folded, one) && !says(word, one))

const says = (words: string, one: string) => ` ${words} `.includes(` ${one} `)
const otherThings = [
  'id',
  'type',
  'status',
  'date',
  'email',
  'phone',
  'shipping',
  'group',
  'count',
  'label',
  'tax',
  'vat',
  'discount',
  ...['تاريخ', 'نوع', 'حالة', 'هاتف', 'بريد', 'معرف', 'ضريبة', 'خصم', 'مجموعة'].map(foldWord),
]

/** The index of the row that names the most columns: programs write a title above the headings. */
export function headRowOf(rows: readonly (readonly string[])[], known: readonly KnownColumn[]): number {
  return headsIn(rows, known).index
}

/** The index of that row, and how many columns it names. */
export function headsIn(
  rows: readonly (readonly string[])[],
  known: readonly KnownColumn[],
): { index: number; count: number } {
  let best = { index: 0, count: 0 }
  for (const [index, cells] of rows.entries()) {
    const count = Object.keys(guessColumns(cells, known)).length
    if (count > best.count) best = { index, count }
  }
  return best
}
