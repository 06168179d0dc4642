import { useTranslation } from 'react-i18next'
import { DayInput } from '../../ui/fields/DayInput.tsx'
import { useReportScope } from './ReportScope.ts'

/** For auditors: as recorded, that is only what had been posted by the end of this day, with any date. */
export function KnownFilter() {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  return (
    <DayInput
      label={t('fields.report.as_known_at')}
      placeholder={t('choices.as_known_at.now')}
      value={search.as_known_at ?? ''}
      onChange={(day) => change({ as_known_at: day || undefined })}
      clearable
    />
  )
}
