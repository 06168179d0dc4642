import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { localName } from '../words/localName.ts'

export type Label = Sheet['rows'][number]['label']

/** A label of a sheet in the language of the page. */
export function useLabel(): (label: Label) => string {
  const { t } = useTranslation('reports')
  return ({ word, name, name_en, code }) => {
    const said = word ? t(word) : name === null ? '' : localName({ name, name_en })
    // A document's kind stands before its number, an account's number before its name.
    return (word ? [said, code] : [code, said]).filter(Boolean).join(' ')
  }
}
