import { useTranslation } from 'react-i18next'
import { ChoiceField } from './ChoiceField.tsx'

type StatusFieldProps = { statuses?: readonly string[]; description?: string }

/** The record's status; active and inactive unless the family says otherwise. */
export function StatusField({ statuses = ['active', 'inactive'], description }: StatusFieldProps) {
  const { t } = useTranslation('common')
  const choices = statuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return <ChoiceField name="status" choices={choices} description={description} />
}
