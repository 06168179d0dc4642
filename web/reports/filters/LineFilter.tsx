import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

/** Restricts an account to one line of a statement, with a way to show all of it. Shown only with such a link. */
export function LineFilter() {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  if (!search.line || !search.account_id) return null
  return (
    <Switch
      className={classes.switch}
      label={`${t('fields.report.line')}: ${t(`lines.${search.line}`)}`}
      checked
      onChange={() => change({ line: undefined })}
    />
  )
}
