import { useTranslation } from 'react-i18next'
import { noteReasons } from '#contract/e-invoice/note-reasons.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'

/** One of the five reasons of the law. `byContent`: what is credited may decide. */
export function LegalReasonField({ byContent = false }: { byContent?: boolean }) {
  const { t, i18n } = useTranslation('notes')
  const words = i18n.language === 'ar' ? 'ar' : 'en'
  const listed = Object.entries(noteReasons).map(([value, reason]) => ({ value, label: reason[words] }))
  const choices = byContent ? [{ value: '', label: t('reasons.by_content') }, ...listed] : listed
  return <ChoiceField name="reason_code" choices={choices} />
}
