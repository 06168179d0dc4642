import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { auditorSetCall } from '#contract/reports/auditor-set.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import IconPrint from '~icons/tabler/printer'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { LotExpiryAction } from '../lots/LotExpiryAction.tsx'
import { MailReportButton } from '../report-mail/MailReportButton.tsx'
import { forecastRowsPath } from '../routes/paths.ts'
import { SendButton } from '../sharing/SendButton.tsx'
import { ExportButton } from '../ui/export/ExportButton.tsx'
import { useDownload } from '../ui/export/useDownload.ts'
import { CertificatesAction } from './CertificatesAction.tsx'
import { useReportScope } from './filters/ReportScope.ts'
import { ReorderAction } from './ReorderAction.tsx'
import { ZakatActions } from './ZakatActions.tsx'

const OpenExportMenu = lazy(async () => ({
  default: (await import('../ui/export/ExportMenuContent.tsx')).ExportMenuContent,
}))

/** Print and export, exactly as on the screen; nothing if the report was refused. */
/** A statement of account goes to whom it is about. */
function SendStatement({ name, search }: { name: string; search: Record<string, string | undefined> }) {
  const party = name === 'customer_statement' ? search.customer_id : search.supplier_id
  if ((name !== 'customer_statement' && name !== 'supplier_statement') || !party) return null
  const { from, to } = search
  return (
    <SendButton
      kind={name}
      record={{ id: Number(party), is_void: false }}
      days={{ ...(from && { from }), ...(to && { to }) }}
    />
  )
}

/** What the books do not foretell is typed next to what they do. */
function TypedRows({ name }: { name: string }) {
  const { t } = useTranslation('reports')
  if (name !== 'cash_forecast') return null
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={forecastRowsPath} />}>
      {t('typed_rows')}
    </Button>
  )
}

/** All statements of the year with their notes as one file, in both languages. */
function AuditorSet({ search: { from, to } }: { search: Record<string, string | undefined> }) {
  const { t } = useTranslation('reports')
  const file = useDownload(auditorSetCall)
  return (
    <Button
      loading={file.isBusy}
      onClick={() => void file.start({ query: { ...(from && { from }), ...(to && { to }) } })}
    >
      {t('auditor_set')}
    </Button>
  )
}

type ReportActionsProps = { onPrint: () => void; printing: boolean }
export function ReportActions({ onPrint, printing }: ReportActionsProps) {
  const { t } = useTranslation('common')
  const { report, search } = useReportScope()
  const can = useCan()
  const [wanted, setWanted] = useState(false)
  const { isError, data } = useCallQuery(report.calls.show, search)
  if (isError) return null
  const query = { ...search, after: undefined }
  return (
    <>
      {wanted ? (
        <Suspense fallback={<ExportButton />}>
          <OpenExportMenu call={report.calls.export} query={query} formats={['pdf', 'xlsx', 'csv']} />
        </Suspense>
      ) : (
        <ExportButton onClick={() => setWanted(true)} />
      )}
      <Button variant="default" leftSection={<IconPrint aria-hidden />} loading={printing} onClick={onPrint}>
        {t('actions.print')}
      </Button>
      {can('list-reports') && <MailReportButton report={report.name} search={search} />}
      <TypedRows name={report.name} />
      {report.name === 'statement_notes' && <AuditorSet search={search} />}
      {report.name === 'zakat_worksheet' && <ZakatActions endedOn={(data as Sheet | undefined)?.period.to ?? ''} />}
      {report.name === 'lot_card' && search.lot_id && <LotExpiryAction id={Number(search.lot_id)} />}
      {report.name === 'withholding_by_payee' && <CertificatesAction sheet={data as Sheet | undefined} />}
      {report.name === 'what_to_buy' && ((data as Sheet | undefined)?.rows.length ?? 0) > 0 && <ReorderAction />}
      <SendStatement name={report.name} search={search} />
    </>
  )
}
