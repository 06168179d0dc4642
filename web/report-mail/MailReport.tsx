import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReportName } from '#contract/reports/report-index.ts'
import {
  mailedFormats,
  type ReportSchedule,
  reportScheduleCalls,
  reportSpans,
} from '#contract/schedules/report-schedules.ts'
import { recurrenceUnits } from '#ledger/calendar/recurrence.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import classes from '../sharing/Sharing.module.css'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { today } from '../ui/today.ts'

type MailReportProps = { report: ReportName; search: Record<string, string | undefined>; onClose: () => void }

export function MailReport({ report, search, onClose }: MailReportProps) {
  const { t } = useTranslation('sharing')
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`schedule.${group}.${value}`) }))
  const query = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  return (
    <ActionDrawer
      title={t('schedule.title')}
      call={reportScheduleCalls.create}
      params={{}}
      values={{ span: 'previous_month', format: 'pdf', every: '1', unit: 'month', start_date: today() }}
      toBody={(values) => ({ ...values, report, query, language: currentLanguage() })}
      saveLabel={t('schedule.save')}
      onClose={onClose}
    >
      <p className={classes.hint}>{t('schedule.hint')}</p>
      <ChoiceField name="span" choices={choices('spans', reportSpans)} />
      <ChoiceField name="format" choices={choices('formats', mailedFormats)} />
      <LtrTextField name="every" inputMode="numeric" />
      <ChoiceField name="unit" choices={choices('units', recurrenceUnits)} />
      <DateField name="start_date" />
      <Mine report={report} />
    </ActionDrawer>
  )
}

/** The user's existing schedules of this report. */
function Mine({ report }: { report: ReportName }) {
  const { t } = useTranslation('sharing')
  const answer = useCallQuery(reportScheduleCalls.list)
  const end = useActionMutation(reportScheduleCalls.end)
  const mine = ((answer.data ?? []) as ReportSchedule[]).filter((one) => one.report === report)
  if (mine.length === 0) return null
  return (
    <section className={classes.sheet} aria-label={t('schedule.mine')}>
      <strong>{t('schedule.mine')}</strong>
      {mine.map(({ id, span, format, next_day, error }) => (
        <div key={id} className={classes.line}>
          <span>
            {t(`schedule.spans.${span}`)} · {t(`schedule.formats.${format}`)} · {t('schedule.next')}{' '}
            <Num>{next_day}</Num>
            {error && <bdi className={classes.reason}>{error}</bdi>}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate({ params: { id } })}
          >
            {t('schedule.end')}
          </Button>
        </div>
      ))}
    </section>
  )
}
