import { useTranslation } from 'react-i18next'
import { audiences } from '#contract/documents/audiences.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'

/** A standard or a simplified invoice: the kind of customer decides, unless the user chooses. */
export function AudienceField() {
  const { t } = useTranslation('documents')
  const choices = ['', ...audiences].map((value) => ({ value, label: t(`audiences.${value || 'by_customer'}`) }))
  return <ChoiceField name="audience" choices={choices} />
}
