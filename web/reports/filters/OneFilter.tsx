import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useChoices } from '../../kit/fields/useChoices.ts'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

/** The one customer, supplier or product that a report speaks of. */
export function OneFilter({ name, call }: { name: string; call: Call }) {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  const { choices } = useChoices(call)
  return (
    <Select
      className={classes.broad}
      label={t(`fields.report.${name}`)}
      data={choices}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      searchable
      limit={100}
      nothingFoundMessage={t('common:nothing_found')}
    />
  )
}
