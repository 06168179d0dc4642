import type { ComboboxItem } from '@mantine/core'
import { localName } from '../../i18n/localName.ts'

export type Choosable = {
  id: number
  name: string
  name_en?: string | null
  number?: string
  code?: string | null
  tax_number?: string | null
}
/** `code` is shown next to the label; `words` are further search terms. */
export type Choice = ComboboxItem & { code?: string; words?: string }

/** A row as a select shows it: an account's number before its name, and found by its name in the other language, its code and VAT number as well. */
export function toSelectOption(row: Choosable): Choice {
  const numbered = (name: string) => (row.number === undefined ? name : `${row.number} ${name}`)
  const words = [row.name, row.name_en, row.code, row.tax_number].filter(Boolean).join(' ')
  return { value: String(row.id), label: numbered(localName(row)), words, ...(row.code && { code: row.code }) }
}
