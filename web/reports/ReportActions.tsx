import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconPrint from '~icons/tabler/printer'
import { useCallQuery } from '../api/useCallQuery.ts'
import { ExportButton } from '../ui/export/ExportButton.tsx'
import { useReportScope } from './filters/ReportScope.ts'

const OpenExportMenu = lazy(async () => ({
  default: (await import('../ui/export/ExportMenuContent.tsx')).ExportMenuContent,
}))

/** Print and export, exactly as on the screen; nothing if the report was refused. */
type ReportActionsProps = { onPrint: () => void; printing: boolean }
export function ReportActions({ onPrint, printing }: ReportActionsProps) {
  const { t } = useTranslation('common')
  const { report, search } = useReportScope()
  const [wanted, setWanted] = useState(false)
  const { isError } = useCallQuery(report.calls.show, search)
  if (isError) return null
  const query = { ...search, after: undefined }
  return (
    <>
      {wanted ? (
        <Suspense fallback={<ExportButton />}>
          <OpenExportMenu call={report.calls.export} query={query} />
        </Suspense>
      ) : (
        <ExportButton onClick={() => setWanted(true)} />
      )}
      <Button variant="default" leftSection={<IconPrint aria-hidden />} loading={printing} onClick={onPrint}>
        {t('actions.print')}
      </Button>
    </>
  )
}
