import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

/** What the linked figure excludes, with a way to show it again. Shown only with such a link. */
export function WithoutFilter() {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  if (!search.without) return null
  const kinds = search.without.split(',').map((kind) => t(`kinds.${kind}`))
  return (
    <Switch
      className={classes.switch}
      label={`${t('fields.report.without')}: ${kinds.join(t('separator'))}`}
      checked
      onChange={() => change({ without: undefined })}
    />
  )
}
