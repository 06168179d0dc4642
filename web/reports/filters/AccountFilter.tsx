import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { useOptions } from '../../api/options.ts'
import { matchFolded } from '../../fields/matchFolded.ts'
import { localName } from '../../words/localName.ts'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

/** One account by number or name; a main account stands for everything below it. */
export function AccountFilter() {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  const { data = [] } = useOptions(chartCalls.accountOptions)
  return (
    <Select
      className={classes.broad}
      label={t('fields.report.account_id')}
      data={data.map((account) => ({ value: String(account.id), label: `${account.number} ${localName(account)}` }))}
      value={search.account_id ?? null}
      onChange={(account_id) => change({ account_id: account_id ?? undefined, line: undefined })}
      placeholder={search.line && t(`lines.${search.line}`)}
      searchable
      filter={matchFolded}
      limit={200}
      nothingFoundMessage={t('common:nothing_found')}
    />
  )
}
