import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EDocumentState } from './EDocumentState.tsx'
import classes from './EInvoicing.module.css'
import { useTimeLeft } from './useAge.ts'
import type { Remark } from './useRemarkWords.ts'
import { Verdict } from './Verdict.tsx'

// The rules of the law are loaded where one was broken.
const Reasons = lazy(async () => ({ default: (await import('./Reasons.tsx')).Reasons }))

type EDocumentFigures = {
  state: string
  audience: string
  environment: string
  report_until?: string | null | undefined
  errors: readonly Remark[]
  warnings: readonly Remark[]
}
type EDocumentStatusProps = {
  kind: string
  record: {
    id: number
    version: number
    awaits_stamp: boolean
    e_document: EDocumentFigures | null
    is_void: boolean
    customer_id: number
  }
  /** Issues it, and does nothing else. */
  onIssue: (() => void) | undefined
  isIssuing: boolean
}

/** On the screen only, above the paper: the authority's answer to the document, and the next step. */
export function EDocumentStatus({ kind, record, onIssue, isIssuing }: EDocumentStatusProps) {
  const { t } = useTranslation('eInvoicing')
  const { awaits_stamp, e_document } = record
  if (record.is_void || (!awaits_stamp && !e_document)) return null
  const remarks = e_document ? toldOf(e_document) : []
  const isRejected = e_document?.state === 'rejected'
  return (
    <section className={classes.standing}>
      <div className={classes.row}>
        {e_document && <EDocumentState state={e_document.state} />}
        <span>{t(`standing.${e_document?.state ?? 'unissued'}`)}</span>
        {e_document && <Environment name={e_document.environment} />}
        {e_document?.report_until && <TimeLeft until={e_document.report_until} />}
        {awaits_stamp && onIssue && (
          <Button size="compact-sm" loading={isIssuing} onClick={onIssue}>
            {t(isRejected ? 'actions.issue_again' : 'actions.issue')}
          </Button>
        )}
        {e_document && (
          <Link to="/sales/e-invoicing" className="link">
            {t('names.e_document.many')}
          </Link>
        )}
      </div>
      <Suspense>{remarks.length > 0 && <Reasons remarks={remarks} />}</Suspense>
      {awaits_stamp && <Verdict kind={kind} id={record.id} version={record.version} customerId={record.customer_id} />}
      {!e_document && <p className={classes.hint}>{t('standing.unissued_hint')}</p>}
      {isWaiting(e_document) && <p className={classes.hint}>{t('standing.not_cleared')}</p>}
    </section>
  )
}

/** Where it was accepted: a trial has no force. */
function Environment({ name }: { name: string }) {
  const { t } = useTranslation('eInvoicing')
  const isTrial = name !== 'production'
  return (
    <bdi className={isTrial ? classes.bad : classes.hint}>
      {t(isTrial ? 'standing.trial' : 'environment_names.production')}
    </bdi>
  )
}

function TimeLeft({ until }: { until: string }) {
  const { text, isShort } = useTimeLeft()(until)
  return <span className={isShort ? classes.bad : classes.hint}>{text}</span>
}

/** A document being sent has no result yet. For a rejected one, the verdict below shows the remarks on its current content. */
function toldOf({ state, errors, warnings }: EDocumentFigures): readonly Remark[] {
  if (state === 'waiting' || state === 'unknown') return []
  return state === 'rejected' ? errors : [...errors, ...warnings]
}
const isWaiting = (document: EDocumentFigures | null): boolean =>
  document?.audience === 'standard' &&
  ['waiting', 'unknown', 'not_sent', 'cleared_without_xml'].includes(document.state)
