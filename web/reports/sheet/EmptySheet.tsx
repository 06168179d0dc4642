import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { useReportScope } from '../filters/ReportScope.ts'

/** An empty report: there are no rows, or none were recorded by the requested day, which is another message. */
export function EmptySheet({ name, onPaper }: { name: string; onPaper: boolean }) {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  const known = search.as_known_at
  const hint = known ? t('not_known_yet', { date: known }) : t(`${name}.empty`)
  if (onPaper) return <p>{hint}</p>
  return (
    <EmptyState hint={hint}>
      {known && (
        <Button variant="default" onClick={() => change({ as_known_at: undefined })}>
          {t('show_as_known_now')}
        </Button>
      )}
    </EmptyState>
  )
}
