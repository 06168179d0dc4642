import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type EInvoicingSummary, eDocumentStates, eInvoicingCalls } from '#contract/e-invoicing.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { viewPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useListScope } from '../ui/list-scope/ListScope.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { EDocumentState } from './EDocumentState.tsx'
import classes from './EInvoicing.module.css'
import { useAge, useTimeLeft } from './useAge.ts'

const settingsPath = '/settings/e-invoicing'
const certificateSoon = 60

/** Above the list: the number of documents in each state, and what needs attention. */
export function Summary() {
  const { t } = useTranslation('eInvoicing')
  const can = useCan()
  const answer = useCallQuery(eInvoicingCalls.summary)
  if (answer.error && !answer.data) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  const summary = answer.data as EInvoicingSummary | undefined
  if (!summary) return null
  return (
    <div className={classes.summary}>
      {summary.phase !== '2' && (
        <p className={classes.hint}>
          {t('summary.not_phase_2')}{' '}
          {can('read-setting', 'update-setting') && (
            <Link to={settingsPath} className="link">
              {t('summary.to_settings')}
            </Link>
          )}
        </p>
      )}
      <Counts summary={summary} />
      <Alerts summary={summary} />
    </div>
  )
}

/** Each count filters the list to its documents. */
function Counts({ summary }: { summary: EInvoicingSummary }) {
  const { t } = useTranslation('eInvoicing')
  const age = useAge()
  const timeLeft = useTimeLeft()
  const left = summary.report_until ? timeLeft(summary.report_until) : null
  const { view } = useListScope()
  const used = eDocumentStates.filter((state) => summary.counts[state] > 0)
  return (
    <div className={classes.tiles}>
      {used.map((state) => (
        <button key={state} type="button" className={classes.tile} onClick={() => view.change({ state })}>
          <EDocumentState state={state} /> <Num>{summary.counts[state]}</Num>
        </button>
      ))}
      {left && <span className={left.isShort ? classes.bad : classes.hint}>{left.text}</span>}
      {summary.oldest_waiting && (
        <span className={classes.hint}>{t('summary.oldest', { age: age(summary.oldest_waiting) })}</span>
      )}
    </div>
  )
}

function Alerts({ summary }: { summary: EInvoicingSummary }) {
  const { t } = useTranslation('eInvoicing')
  const { certificate_days: days, is_refused, unissued } = summary
  const isEnding = days !== null && days <= certificateSoon
  return (
    <>
      {is_refused && <p className={classes.alert}>{t('summary.refused')}</p>}
      {isEnding && (
        <p className={classes.alert}>
          {days < 0 ? t('summary.certificate_over') : t('summary.certificate', { count: days })}{' '}
          <Link to={settingsPath} className="link">
            {t('summary.to_settings')}
          </Link>
        </p>
      )}
      {unissued.length > 0 && (
        <div className={classes.alert}>
          {t('summary.unissued')}: {t('summary.unissued_detail')}{' '}
          {unissued.map(({ id, kind, number }) => (
            <Link key={id} to={viewPath(kind, id)} className="link">
              <Num>{number}</Num>{' '}
            </Link>
          ))}
        </div>
      )}
    </>
  )
}
