import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Resource } from '#contract/kit/resource.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import IconPay from '~icons/tabler/cash'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { DocumentDeferrals } from '../deferrals/DocumentDeferrals.tsx'
import { EDocumentStanding } from '../e-invoicing/EDocumentStanding.tsx'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { ActWithPreview } from '../preview/ActWithPreview.tsx'
import { RepeatButton } from '../recurring/RepeatButton.tsx'
import { documentPath, paymentPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import { LockedNotice } from './LockedNotice.tsx'
import { lockReason } from './lockReason.ts'
import { DocumentSheet } from './sheet/DocumentSheet.tsx'
import { useIssueFirst } from './sheet/useIssueFirst.ts'

type DocumentViewPageProps = {
  side: Side
  /** Corrections of an issued document: notes, write-offs. */
  corrections?: {
    actions(record: DocumentRecord): ReactNode
    standing(record: DocumentRecord): ReactNode
    wayOut(record: DocumentRecord): ReactNode
  }
}

/** The printable page of one side's documents, with the next step. */
export function DocumentViewPage({ side, corrections }: DocumentViewPageProps) {
  return (
    <RecordPage resource={documents[side.document] as (typeof documents)['invoice']} list={documentPath(side)}>
      {(record) => <DocumentView side={side} record={record} corrections={corrections} />}
    </RecordPage>
  )
}

function DocumentView({ side, record, corrections }: DocumentViewPageProps & { record: DocumentRecord }) {
  const { t } = useTranslation(['documents', 'common'])
  const navigate = useNavigate()
  const { issueFirst, isIssuing } = useIssueFirst(documentCalls[side.document].issue, record)
  return (
    <>
      <PrintFrame
        title={t(`names.${side.document}.one`)}
        number={numberOf(side, record)}
        onBack={() => void navigate({ to: documentPath(side) })}
        onPrint={issueFirst && (() => issueFirst.first(() => window.print()))}
        isIssuedByPrint={issueFirst?.isUnissued}
        actions={
          <>
            <PdfButton call={documentCalls[side.document].pdf} id={record.id} issueFirst={issueFirst} />
            {isSimplified(record) && (
              <PdfButton call={documentCalls[side.document].pdf} id={record.id} issueFirst={issueFirst} isReceipt />
            )}
            {side.document !== 'bill' && <SendButton kind={side.document} record={record} issueFirst={issueFirst} />}
            {!record.is_void && side.document !== 'advance_invoice' && (
              <RepeatButton kind={side.document} source={sourceOf(side, record)} />
            )}
            {corrections?.actions(record)}
            <DocumentActions side={side} record={record} />
          </>
        }
        above={
          <>
            <LockedNotice side={side} record={record} wayOut={corrections?.wayOut(record)} />
            <EDocumentStanding
              kind={side.document}
              record={record}
              onIssue={issueFirst && (() => issueFirst.first(() => {}))}
              isIssuing={isIssuing}
            />
            {corrections?.standing(record)}
          </>
        }
      >
        <DocumentSheet side={side} record={record} />
      </PrintFrame>
      {side.document !== 'advance_invoice' && record.status !== 'draft' && !record.is_void && (
        <DocumentDeferrals kind={side.document} id={record.id} items={record.items} />
      )}
      {side.document !== 'bill' && record.status !== 'draft' && (
        <Deliveries kind={side.document} id={record.id} payments={record.payments} />
      )}
      <RecordHistory name={side.document} id={record.id} />
    </>
  )
}

const sourceOf = (side: Side, record: DocumentRecord) => ({
  id: record.id,
  number: numberOf(side, record),
  due_days: Math.max(
    0,
    daysBetween((record as unknown as Record<string, string>)[side.dateField] ?? '', record.due_date),
  ),
})

const isSimplified = ({ is_tax_invoice, audience, is_void, status }: DocumentRecord) =>
  is_tax_invoice && audience === 'simplified' && !is_void && status !== 'draft'

const numberOf = (side: Side, record: DocumentRecord) =>
  (record as unknown as Record<string, string>)[side.numberField] ?? ''

/** The possible actions: confirm a draft, record a payment, correct or delete an unlocked document. */
function DocumentActions({ side, record }: { side: Side; record: DocumentRecord }) {
  const { t } = useTranslation('documents')
  const can = useCan()
  const navigate = useNavigate()
  const { permissions } = documents[side.document]
  const isLocked = lockReason(record) !== null
  const isOpen = !record.is_void && record.status !== 'draft' && record.remaining_amount > 0
  const mayPay = can(`create-${side.payment.replace('_', '-')}`)
  return (
    <>
      {can(permissions.update) && !record.is_void && (
        <Button
          variant="default"
          leftSection={<IconEdit aria-hidden />}
          onClick={() => void navigate({ to: `${documentPath(side)}/${record.id}` })}
        >
          {isLocked ? t('remarks.action') : t('common:actions.edit')}
        </Button>
      )}
      {!isLocked && (
        <DeleteRecord
          resource={documents[side.document] as unknown as Resource}
          id={record.id}
          name={numberOf(side, record)}
          act={record.status === 'draft' ? 'delete' : 'void'}
          onGone={record.status === 'draft' ? () => void navigate({ to: documentPath(side) }) : undefined}
        />
      )}
      {can(permissions.create) && (
        <Button
          variant="default"
          leftSection={<IconCopy aria-hidden />}
          onClick={() =>
            void navigate({ to: `${documentPath(side)}/create`, search: { copy: String(record.id) } as never })
          }
        >
          {t('common:actions.duplicate')}
        </Button>
      )}
      {record.status === 'draft' && can(permissions.update) && (
        <ActWithPreview
          record={record}
          call={documentCalls[side.document].confirm}
          preview={documentCalls[side.document].confirmPreview}
          label={t('actions.confirm')}
        />
      )}
      {isOpen && mayPay && (
        <Button
          leftSection={<IconPay aria-hidden />}
          onClick={() =>
            void navigate({
              to: `${paymentPath(side)}/create`,
              search: { document: String(record.id), kind: side.document } as never,
            })
          }
        >
          {t('actions.record_payment')}
        </Button>
      )}
    </>
  )
}
