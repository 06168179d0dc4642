import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../api/session.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { useReportScope } from './filters/ReportScope.ts'
import classes from './Report.module.css'

/** Whether the report's identity holds, and other notes. */
export function ReportNotes({ sheet: { rows, difference, notes } }: { sheet: Sheet }) {
  const { t } = useTranslation('reports')
  const { report } = useReportScope()
  const { currency } = useUser().organization
  // Without figures there is no difference.
  const isTold = difference !== null && (difference !== 0 || rows.length > 0)
  if (!isTold && notes.length === 0) return null
  return (
    <footer className={classes.notes}>
      {isTold && (
        <p data-balanced={difference === 0}>
          <BidiText>
            {t([`${report.name}.difference`, 'difference'])} <Num>{formatNumber(difference, currency.decimals)}</Num>
          </BidiText>
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
