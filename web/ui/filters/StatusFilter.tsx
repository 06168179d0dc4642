import { useTranslation } from 'react-i18next'
import { FilterSelect } from './FilterSelect.tsx'

/** The status filter of a list; active and inactive unless the family says otherwise. */
export function StatusFilter({ statuses = ['active', 'inactive'] }: { statuses?: readonly string[] }) {
  const { t } = useTranslation('common')
  const choices = statuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return <FilterSelect name="status" all={t('statuses.all')} choices={choices} />
}
