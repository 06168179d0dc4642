import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import IconChoose from '~icons/tabler/list-search'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Signatures } from '../ui/print/Signatures.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { Notice } from '../ui/states/Notice.tsx'
import { today } from '../ui/today.ts'
import '../ui/print/sheets.css'
import { ReportChart } from './charts/ReportChart.tsx'
import { ReportFilters } from './filters/ReportFilters.tsx'
import { missingFilter, ReportScope } from './filters/ReportScope.ts'
import { useReportSearch } from './filters/useReportSearch.ts'
import { countReport } from './mostUsedReports.ts'
import { widest } from './paperSizes.ts'
import { printedSheet } from './printedSheet.ts'
import classes from './Report.module.css'
import { ReportActions } from './ReportActions.tsx'
import { ReportHead } from './ReportHead.tsx'
import { ReportNotes } from './ReportNotes.tsx'
import { ReportPager } from './ReportPager.tsx'
import { EmptySheet } from './sheet/EmptySheet.tsx'
import { SheetBelow } from './sheet/SheetBelow.tsx'
import { SheetTable } from './sheet/SheetTable.tsx'
import { useTrend } from './sheet/useTrend.ts'
import { useOnPaper } from './useOnPaper.ts'
import { useWholeReport } from './useWholeReport.ts'

const charted = new Set<string>(['profit_and_loss', 'cash_flow', 'aged_receivables', 'aged_payables'])

/** Reports for other parties have no signature lines. */
const goesOut = new Set<string>(['customer_statement', 'supplier_statement'])

type AnyReport = (typeof reports)[keyof typeof reports]

/** Any report: its filters, its sheet, print and export. The request is in the address. */
export function ReportPage() {
  const { name } = useParams({ strict: false }) as { name: string }
  const report = Object.values(reports).find(({ path }) => path === `/reports/${name}`)
  // Each report begins afresh, though they share the page.
  return report ? <NamedReport key={name} report={report} /> : <Navigate to="/reports" replace />
}

function NamedReport({ report }: { report: AnyReport }) {
  const { t } = useTranslation('reports')
  const { name } = report
  const { search, change } = useReportSearch(report)
  const [printing, setPrinting] = useState(false)
  const missing = missingFilter(report, search)
  const user = useUser()
  useEffect(() => countReport(user, name), [user, name])
  return (
    <ReportScope value={{ report, search, change }}>
      <div className={classes.chrome}>
        <PageHeader title={t(`${name}.title`)}>
          {!missing && <ReportActions onPrint={() => setPrinting(true)} printing={printing} />}
        </PageHeader>
      </div>
      {missing ? (
        <>
          <ReportFilters sheet={undefined} />
          <Notice icon={<IconChoose />} title={t(`${name}.choose`)} />
        </>
      ) : (
        <ShownReport report={report} printing={printing} onPrinted={() => setPrinting(false)} />
      )}
    </ReportScope>
  )
}

type ShownReportProps = { report: AnyReport; printing: boolean; onPrinted: () => void }
function ShownReport({ report, printing, onPrinted }: ShownReportProps) {
  const { t } = useTranslation('reports')
  const search = useSearch({ strict: false }) as Record<string, string>
  const { name } = report
  const answer = useCallQuery(report.calls.show, search)
  const paged = answer.data as Sheet | undefined
  const whole = useWholeReport(report, { search, isPart: isPart(paged, search), printing, onPrinted })
  const onPaper = useOnPaper()
  const trend = useTrend(name, paged ?? { period: { from: null, to: search.to ?? today() } }, search)
  const query = whole ?? paged
  const sheet = query && onPaper ? printedSheet(query) : query
  const end = sheet && <ReportEnd sheet={sheet} name={name} isPart={isPart(sheet, whole ? {} : search)} />
  const endsInTable = onPaper && sheet !== undefined && sheet.rows.length > 0 && !sheet.below
  return (
    <>
      <ReportFilters sheet={sheet} />
      {answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <LoadingState />}
      {sheet && !answer.error && (
        <article
          className={classes.report}
          data-stale={answer.isFetching || undefined}
          data-wide={sheet.columns.length > widest || undefined}
        >
          <ReportHead sheet={sheet} title={t(`${name}.title`)} />
          {sheet.rows.length > 0 && !onPaper && charted.has(name) && <ReportChart name={name} sheet={sheet} />}
          {sheet.rows.length > 0 ? (
            <SheetTable
              sheet={sheet}
              title={t(`${name}.title`)}
              end={endsInTable && end}
              trend={onPaper ? undefined : trend}
            />
          ) : (
            <EmptySheet name={name} onPaper={onPaper} />
          )}
          {sheet.below && sheet.rows.length > 0 && <SheetBelow sheet={sheet} below={sheet.below} />}
          {!endsInTable && end}
          <ReportPager next={sheet.next} />
        </article>
      )}
    </>
  )
}

/** Notes on the whole sheet; on paper also whether it is complete, and who signs it. */
function ReportEnd({ sheet, name, isPart }: { sheet: Sheet; name: string; isPart: boolean }) {
  const { t } = useTranslation('reports')
  return (
    <>
      <ReportNotes sheet={sheet} />
      {isPart && <p className={classes.paper}>{t('only_a_part')}</p>}
      {!goesOut.has(name) && (
        <div className={classes.signatures}>
          <Signatures names={['prepared_by', 'reviewed_by', 'approved_by']} />
        </div>
      )}
    </>
  )
}

/** Whether there are rows before or after the shown ones. */
const isPart = (sheet: Sheet | undefined, search: Record<string, string>) =>
  sheet !== undefined && (sheet.next !== null || search.after !== undefined)
