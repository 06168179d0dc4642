import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { type Language, loadWords } from '../i18n/i18n.ts'
import { localName } from '../i18n/localName.ts'

export type Label = Sheet['rows'][number]['label']
type Parts = { before: string | null; said: string; behind: string | null; remark: string | null }

/** The text of a label: kind before a document's number, an account's number before its name, a remark last. */
export function useLabelParts(): (label: Label) => Parts {
  const { t } = useTranslation('reports')
  return ({ word, name, name_en, code }) => {
    const own = name === null ? null : localName({ name, name_en })
    // A sentence has the name within it.
    if (word?.startsWith('flow.')) return { before: null, said: t(word, { name: own }), behind: null, remark: null }
    return word
      ? { before: null, said: t(word), behind: code, remark: own }
      : { before: code, said: own ?? '', behind: null, remark: null }
  }
}

/** A label of a sheet in the language of the page, as plain text. */
export function useLabel(): (label: Label) => string {
  const parts = useLabelParts()
  return (label) => {
    const { before, said, behind, remark } = parts(label)
    return [before, said, behind, remark && `· ${remark}`].filter(Boolean).join(' ')
  }
}

/** The same in the other language. Empty until its texts are loaded, and for names without one. */
export function useOtherLabel(): (label: Label) => string {
  const { t, i18n } = useTranslation('reports')
  const other: Language = i18n.language === 'en' ? 'ar' : 'en'
  useEffect(() => void loadWords(['reports'], other), [other])
  return ({ word, name, name_en, code }) => {
    if (!word) return (other === 'en' ? name_en : name) ?? ''
    return i18n.hasResourceBundle(other, 'reports') ? [t(word, { lng: other }), code].filter(Boolean).join(' ') : ''
  }
}
