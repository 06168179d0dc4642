import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { decimal } from '#ledger/money.ts'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { ChangedSince } from './ChangedSince.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import { DocumentStatus } from './DocumentStatus.tsx'
import classes from './LockedNotice.module.css'
import { lockReason } from './lockReason.ts'
import { PaymentsOfDocument } from './sheet/PaymentsOfDocument.tsx'

/** On the screen only: the status of the document, what was paid, and why it can no longer be changed. */
type LockedNoticeProps = {
  side: Side
  record: DocumentRecord
  words?: 'documents' | 'customs'
  /** Alternatives to unlocking its day. */
  wayOut?: ReactNode
}
export function LockedNotice({ side, record, words = 'documents', wayOut }: LockedNoticeProps) {
  const { t } = useTranslation(['documents', 'errors', words])
  const why = lockReason(record)
  // A write-off settles a document like money, but it was not paid.
  const writtenOff = record.written_off ?? 0
  const paid = decimal(record.paid_amount).minus(writtenOff)
  return (
    <section className={classes.notice}>
      <div className={classes.standing}>
        <DocumentStatus
          side={side}
          status={record.is_void ? 'void' : record.status}
          overdue={record.is_overdue}
          words={words}
          of={record}
        />
        {record.status !== 'draft' && !record.is_void && (
          <>
            <span>
              {t('standing.paid')} <Amount value={paid} currency={record.currency} />
            </span>
            {writtenOff > 0 && (
              <span>
                {t('standing.written_off')} <Amount value={writtenOff} currency={record.currency} />
              </span>
            )}
            {/* A customs declaration keeps nothing. */}
            {record.retained > 0 && (
              <span>
                {t('documents:standing.retained')} <Amount value={record.retained} currency={record.currency} />
              </span>
            )}
            <span>
              {t('standing.remaining')} <Amount value={record.remaining_amount} currency={record.currency} />
            </span>
          </>
        )}
        {/* A customs declaration takes no order. */}
        {record.orders?.map(({ id, kind, number }) => (
          <span key={id}>
            {t(`documents:orders.${kind}`)}{' '}
            <OpenLink to={viewPath(kind, id) ?? '/'} className="link">
              <Num>{number}</Num>
            </OpenLink>
          </span>
        ))}
      </div>
      {record.payments.length > 0 && (
        <ul className={classes.payments}>
          <PaymentsOfDocument side={side} record={record} />
        </ul>
      )}
      <ChangedSince printed={record.printed} due_date={record.due_date} memo={record} />
      {why && why !== 'document_void' && (
        <p className={classes.reason}>
          <span>{t(`${words}:locked.${why}`)}</span>
          <UnlockLink why={why} />
          {wayOut}
        </p>
      )}
    </section>
  )
}
