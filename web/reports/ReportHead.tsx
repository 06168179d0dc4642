import { Fragment, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useUser } from '../api/session.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useSheetName } from '../ui/print/useSheetName.ts'
import { useReportScope } from './filters/ReportScope.ts'
import classes from './Report.module.css'
import { LabelText } from './sheet/LabelText.tsx'
import { OtherLanguage } from './sheet/OtherLanguage.tsx'
import { useLabel, useOtherLabel } from './useLabel.ts'

/** Organization, report and dates: a line on the screen, the head of the page on paper. */
export function ReportHead({ sheet, title }: { sheet: Sheet; title: string }) {
  const { t } = useTranslation('reports')
  const { organization } = useUser()
  const { report } = useReportScope()
  const say = useLabel()
  const other = useOtherLabel()
  const { from, to } = sheet.period
  useSheetName({ names: [localName(organization), title, sheet.subject && say(sheet.subject)], days: [from, to] })
  return (
    <header className={classes.head}>
      <strong className={classes.organization}>
        <bdi>{localName(organization)}</bdi>
        <OtherLanguage>{other({ word: null, ...organization, code: null })}</OtherLanguage>
      </strong>
      {organization.tax_number && (
        <span className={classes.paper}>
          {t('tax_number')} <Num>{organization.tax_number}</Num>
        </span>
      )}
      <span className={classes.title}>
        {title}
        <OtherLanguage>{other({ word: `${report.name}.title`, name: null, name_en: null, code: null })}</OtherLanguage>
      </span>
      {sheet.subject && (
        <span className={classes.subject}>
          <LabelText label={sheet.subject} />
        </span>
      )}
      <Days days={sheet.period} />
      {sheet.compared && (
        <BidiText>
          {t('compared_with')} <Days days={sheet.compared} isCompared />
        </BidiText>
      )}
      {sheet.columns.some(({ kind }) => kind === 'amount') && (
        <span className={classes.currency}>
          <BidiText>
            {sheet.currency
              ? t('in_currency', sheet.currency)
              : t('in_base_currency', { name: localName(organization.currency) })}
          </BidiText>
        </span>
      )}
      {sheet.filters.map(({ name, chosen }) => (
        <span key={name} className={classes.paper}>
          {t(`fields.report.${name}`)}:{' '}
          {chosen.map((one, index) => (
            <Fragment key={say(one)}>
              {index > 0 && t('separator')}
              <LabelText label={one} />
            </Fragment>
          ))}
        </span>
      ))}
      <PrintedAt />
    </header>
  )
}

/** When it went to paper, and by whose hand. */
function PrintedAt() {
  const { t } = useTranslation('reports')
  const { name } = useUser()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const stamp = () => flushSync(() => setNow(new Date()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])
  return (
    <span className={classes.paper}>
      {t('printed_at')} <Num>{moment.format(now).replace(',', '')}</Num> · <bdi>{name}</bdi>
    </span>
  )
}

const moment = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Riyadh',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function Days({ days: { from, to }, isCompared = false }: { days: Sheet['period']; isCompared?: boolean }) {
  const { t } = useTranslation('reports')
  return (
    <BidiText>
      {from !== null ? <Num>{from}</Num> : isCompared ? null : `${t('as_at')} `}
      {from !== null && ' – '}
      <Num>{to}</Num>
    </BidiText>
  )
}
