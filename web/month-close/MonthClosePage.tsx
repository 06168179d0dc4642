import { ActionIcon, Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dryCloseCalls } from '#contract/closing/dry-close.ts'
import { type MonthClose, monthCloseCall } from '#contract/closing/month-close.ts'
import { periodLockCalls } from '#contract/years.ts'
import { addMonths, monthStart } from '#ledger/calendar/calendar.ts'
import IconNext from '~icons/tabler/chevron-right'
import IconLock from '~icons/tabler/lock'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { ClosingStepRow } from './ClosingStepRow.tsx'
import { DryClose } from './DryClose.tsx'
import classes from './MonthClose.module.css'

const PeriodLocks = lazy(async () => ({ default: (await import('../years/PeriodLocks.tsx')).PeriodLocks }))

/** One month on one page: every step of closing it, with its state and figure, and the page that does it. */
export function MonthClosePage() {
  const { t, i18n } = useTranslation('monthClose')
  const { date = addMonths(monthStart(today()), -1) } = useSearch({ strict: false }) as { date?: string }
  const navigate = useNavigate()
  const can = useCan()
  const [locking, setLocking] = useState(false)
  const answer = useCallQuery(monthCloseCall, { date })
  const data = answer.data as MonthClose | undefined
  if (!data) return <LoadingPage of={answer} />
  const open = data.steps.filter(({ state }) => state === 'open').length
  const relevant = data.steps.filter(({ state }) => state !== 'none').length
  const show = (months: number) =>
    void navigate({ to: '.', search: { date: addMonths(monthStart(date), months) }, replace: true })
  const closeLocks = () => {
    setLocking(false)
    void answer.refetch()
  }
  return (
    <>
      <PageHeader title={t('title')} detail={t('hint')}>
        {can(...periodLockCalls.save.admission) && (
          <Button
            variant={open === 1 ? 'filled' : 'default'}
            leftSection={<IconLock aria-hidden />}
            onClick={() => setLocking(true)}
          >
            {t('lock')}
          </Button>
        )}
      </PageHeader>
      <div className={classes.month}>
        <ActionIcon variant="default" size="lg" aria-label={t('previous')} onClick={() => show(-1)}>
          <IconNext className={classes.back} aria-hidden />
        </ActionIcon>
        <h2>{monthName(i18n.language, data.from)}</h2>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('next')}
          disabled={addMonths(data.from, 1) > today()}
          onClick={() => show(1)}
        >
          <IconNext className="turns" aria-hidden />
        </ActionIcon>
        <span className={classes.progress} role="status">
          {open === 0 ? t('all_done') : t('progress', { done: relevant - open, all: relevant })}
        </span>
        <span className={classes.bar} aria-hidden>
          <span style={{ inlineSize: `${relevant === 0 ? 100 : ((relevant - open) / relevant) * 100}%` }} />
        </span>
      </div>
      {can(...dryCloseCalls.show.admission) && <DryClose date={data.to} />}
      <ol className={classes.steps}>
        {data.steps.map((step) => (
          <ClosingStepRow key={step.name} step={step} month={data} />
        ))}
      </ol>
      <Suspense>{locking && <PeriodLocks onClose={closeLocks} />}</Suspense>
    </>
  )
}

const monthName = (language: string, day: string) =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
