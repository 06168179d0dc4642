import type { SheetRow } from '#contract/reports/sheet.ts'
import { entryKindLabel } from '#server/journal/history/entry-label.ts'
import { word } from './sheet.ts'

/** The page of what posted an entry. */
export const sourceLink = ({ source_kind, source_id }: { source_kind: string | null; source_id: number | null }) =>
  source_kind === null || source_id === null ? null : { to: source_kind, query: { id: source_id } }

/** The source of an entry: its kind, and its number if it has one. */
export const entryLabel = (entry: {
  kind: string
  source?: string | null
  number: string | null
  entry_number: number
}) => word(`kinds.${entryKindLabel(entry)}`, entry.number ?? String(entry.entry_number))

type EntryDescription = { number: string | null; reversed: number | null; description: string | null }

/** A reversal has the description of what it reverses. A corrected document has several entries, so the number of the reversed one is added. */
export function wordsOf({ number, reversed, description }: EntryDescription): SheetRow['texts'][string] {
  const own = description === number ? null : description
  return reversed === null ? own : { ...word('lines.reversal_of', String(reversed)), name: own }
}
