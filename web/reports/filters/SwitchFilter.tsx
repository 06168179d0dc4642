import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

export function SwitchFilter({ name }: { name: string }) {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  return (
    <Switch
      className={classes.switch}
      label={t(`fields.report.${name}`)}
      checked={search[name] === 'true'}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked ? 'true' : undefined })}
    />
  )
}
