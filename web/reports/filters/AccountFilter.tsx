import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { useOptions } from '../../api/options.ts'
import { matchFolded } from '../../ui/values/matchFolded.ts'
import { toSelectOption } from '../../ui/values/toSelectOption.ts'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

/** One account by number or name; a main account includes everything below it, a statement line its accounts. */
export function AccountFilter() {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  const { data = [] } = useOptions(chartCalls.accountOptions)
  return (
    <Select
      className={classes.broad}
      label={t('fields.report.account_id')}
      data={[
        ...(search.line ? [{ value: search.line, label: t(`lines.${search.line}`) }] : []),
        ...data.map(toSelectOption),
      ]}
      value={search.account_id ?? search.line ?? null}
      onChange={(chosen) =>
        change(
          chosen === search.line ? { account_id: undefined } : { account_id: chosen ?? undefined, line: undefined },
        )
      }
      searchable
      filter={matchFolded}
      limit={200}
      nothingFoundMessage={t('common:nothing_found')}
    />
  )
}
