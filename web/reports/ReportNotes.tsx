import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../api/session.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { Phrase } from '../words/Phrase.tsx'
import { useReportScope } from './filters/ReportScope.ts'
import classes from './Report.module.css'

/** Whether the report's identity holds, and what else is to be said about it. */
export function ReportNotes({ sheet: { rows, difference, notes } }: { sheet: Sheet }) {
  const { t } = useTranslation('reports')
  const { report } = useReportScope()
  const { currency } = useUser().organization
  // Where there is nothing, nothing is left over.
  const isTold = difference !== null && (difference !== 0 || rows.length > 0)
  if (!isTold && notes.length === 0) return null
  return (
    <footer className={classes.notes}>
      {isTold && (
        <p data-balanced={difference === 0}>
          <Phrase>
            {t([`${report.name}.difference`, 'difference'])} <Num>{formatNumber(difference, currency.decimals)}</Num>
          </Phrase>
        </p>
      )}
      {notes.map(({ word, params }) => (
        <p key={word}>
          <bdi>{t(word, params)}</bdi>
        </p>
      ))}
    </footer>
  )
}
