import { useTranslation } from 'react-i18next'
import { copiesCall } from '#contract/access/copies.ts'
import type { AnswerOf } from '../api/options.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { minuteAt } from '../ui/today.ts'
import classes from './Access.module.css'

type Copies = AnswerOf<typeof copiesCall>

/** Settings: the copies of the books, and whether the last one was proved by restoring it. */
export function CopiesSection() {
  const { t } = useTranslation('access')
  const answer = useCallQuery(copiesCall)
  const copies = answer.data as Copies | undefined
  if (!copies) return <LoadingPage of={answer} title={t('copies.title')} />
  const { is_external, has_archive, is_encrypted, standby, schedule, last } = copies
  return (
    <>
      <PageHeader title={t('copies.title')} />
      <p className={classes.hint}>{t('copies.detail')}</p>
      <div className={classes.parts}>
        {is_external && <p className={classes.hint}>{t('copies.external')}</p>}
        {!is_external && !schedule && <p className={classes.required}>{t('copies.none')}</p>}
        <ul className={classes.list}>
          <li>
            <span>{t('copies.last')}</span>
            <LastCopy last={last} />
          </li>
          {schedule && (
            <li>
              <span>{t('copies.schedule')}</span>
              <bdi>{t('copies.schedule_at', { time: schedule.at, number: schedule.keep })}</bdi>
            </li>
          )}
          {schedule && (
            <li>
              <span>{t('copies.encryption')}</span>
              <StatusDot
                status={is_encrypted ? 'active' : 'inactive'}
                label={t(is_encrypted ? 'copies.encrypted' : 'copies.not_encrypted')}
              />
            </li>
          )}
          {standby && (
            <li>
              <span>{t('copies.standby')}</span>
              <StatusDot
                status={standby.lag_seconds === null ? 'overdue' : 'active'}
                label={
                  standby.lag_seconds === null
                    ? t('copies.standby_away')
                    : t('copies.standby_lag', { number: standby.lag_seconds })
                }
              />
            </li>
          )}
          {!is_external && (
            <li>
              <span>{t('copies.moment')}</span>
              <StatusDot
                status={has_archive ? 'active' : 'inactive'}
                label={t(has_archive ? 'copies.with_archive' : 'copies.without_archive')}
              />
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

function LastCopy({ last }: { last: Copies['last'] }) {
  const { t } = useTranslation('access')
  if (!last) return <span className={classes.small}>{t('copies.never')}</span>
  const isProved = last.differences === 0 && last.said === null
  const label = !last.is_copied
    ? t('copies.failed')
    : isProved
      ? t('copies.proved', { number: 0 })
      : t('copies.not_proved', { number: last.differences ?? '?' })
  return (
    <span className={classes.two}>
      <StatusDot status={isProved ? 'active' : 'overdue'} label={label} />
      <span className={classes.small}>
        <bdi>{minuteAt(last.proved_at ?? last.copied_at)}</bdi>
      </span>
      {last.said && (
        <bdi dir="ltr" className={classes.small}>
          {last.said}
        </bdi>
      )}
    </span>
  )
}
