import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entryKinds } from '#ledger/calendar/periods.ts'
import { useReportScope } from './ReportScope.ts'

/** Entries of one kind. */
export function KindFilter() {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  return (
    <Select
      label={t('fields.report.kind')}
      data={entryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      value={search.kind ?? null}
      onChange={(kind) => change({ kind: kind ?? undefined })}
      placeholder={t('common:list.any')}
      clearable
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
    />
  )
}
