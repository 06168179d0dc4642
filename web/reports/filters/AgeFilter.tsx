import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { openParts } from '#contract/reports/filters.ts'
import { useReportScope } from './ReportScope.ts'

/** What is as late as this, or what was paid ahead. */
export function AgeFilter() {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  return (
    <Select
      label={t('fields.report.age')}
      data={openParts.map((value) => ({ value, label: t(`columns.${value}`) }))}
      value={search.age ?? null}
      onChange={(age) => change({ age: age ?? undefined })}
      placeholder={t('common:list.any')}
      clearable
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
    />
  )
}
