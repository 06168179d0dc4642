import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReportScope } from './filters/ReportScope.ts'
import classes from './Report.module.css'

/** Forward to the rows that follow, back to the first ones; the browser's own Back walks page by page. */
export function ReportPager({ next }: { next: string | null }) {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  if (next === null && !search.after) return null
  return (
    <Group className={classes.pager} justify="center" mt="md">
      <Button variant="default" disabled={!search.after} onClick={() => change({ after: undefined })}>
        {t('first_rows')}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => change({ after: next ?? undefined })}>
        {t('next_rows')}
      </Button>
    </Group>
  )
}
