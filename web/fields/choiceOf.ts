import type { ComboboxItem } from '@mantine/core'
import { localName } from '../words/localName.ts'

export type Choosable = { id: number; name: string; name_en?: string | null; number?: string }
/** `words`: what else it is found by, beside what is shown. */
export type Choice = ComboboxItem & { words?: string }

/** A row as a select shows it: an account's number before its name, and found by its name in the other language as well. */
export function choiceOf(row: Choosable): Choice {
  const numbered = (name: string) => (row.number === undefined ? name : `${row.number} ${name}`)
  return { value: String(row.id), label: numbered(localName(row)), words: `${row.name} ${row.name_en ?? ''}` }
}
