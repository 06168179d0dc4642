import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { daysBetween } from '#ledger/calendar/calendar.ts'
import { DocumentAssets } from '../assets/DocumentAssets.tsx'
import { DocumentDeferrals } from '../deferrals/DocumentDeferrals.tsx'
import { EDocumentStatus } from '../e-invoicing/EDocumentStatus.tsx'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { DocumentLandedCosts } from '../landed/DocumentLandedCosts.tsx'
import { RepeatButton } from '../recurring/RepeatButton.tsx'
import { DocumentRetention } from '../retention/DocumentRetention.tsx'
import { documentPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { useIsUnsent } from '../sharing/useDeliveries.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PlaceLine } from '../ui/print/PlaceLine.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import { DocumentMore } from './DocumentMore.tsx'
import { DocumentNextStep } from './DocumentNextStep.tsx'
import { LockedNotice } from './LockedNotice.tsx'
import { BillMatch } from './match/BillMatch.tsx'
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
  const { t } = useTranslation('documents')
  const navigate = useNavigate()
  const shared = side.document === 'bill' ? undefined : side.document
  const isUnsent = useIsUnsent(shared, record)
  const { issueFirst, isIssuing } = useIssueFirst(documentCalls[side.document].issue, record)
  return (
    <>
      <PrintFrame
        title={t(`names.${side.document}.one`)}
        number={numberOf(side, record)}
        onBack={() => void navigate({ to: documentPath(side) })}
        onPrint={issueFirst && (() => issueFirst.first(() => window.print()))}
        isIssuedByPrint={issueFirst?.isUnissued}
        pdf={<PdfButton call={documentCalls[side.document].pdf} id={record.id} issueFirst={issueFirst} />}
        actions={
          <>
            {shared && <SendButton kind={shared} record={record} issueFirst={issueFirst} isNext={isUnsent} />}
            <DocumentNextStep side={side} record={record} isNext={isUnsent === false} />
          </>
        }
        more={
          <>
            {isSimplified(record) && (
              <PdfButton call={documentCalls[side.document].pdf} id={record.id} issueFirst={issueFirst} isReceipt />
            )}
            <DocumentMore
              side={side}
              record={record}
              number={numberOf(side, record)}
              corrections={corrections?.actions(record)}
              repeat={
                !record.is_void &&
                side.document !== 'advance_invoice' && (
                  <RepeatButton kind={side.document} source={sourceOf(side, record)} />
                )
              }
            />
          </>
        }
        above={
          <>
            <LockedNotice side={side} record={record} wayOut={corrections?.wayOut(record)} />
            <EDocumentStatus
              kind={side.document}
              record={record}
              onIssue={issueFirst && (() => issueFirst.first(() => {}))}
              isIssuing={isIssuing}
            />
            {corrections?.standing(record)}
            <PlaceLine place={record.place} />
          </>
        }
      >
        <DocumentSheet side={side} record={record} />
      </PrintFrame>
      {!record.is_void && <WhatFollows side={side} record={record} />}
      {shared && record.status !== 'draft' && <Deliveries kind={shared} id={record.id} payments={record.payments} />}
      <RecordHistory name={side.document} id={record.id} />
    </>
  )
}

/** Below a posted document: what is retained of it, the match with its order, its months, its assets, and the costs that goods bear. */
function WhatFollows({ side, record }: { side: Side; record: DocumentRecord }) {
  const { document } = side
  const { id, items, status, currency } = record
  const isDraft = status === 'draft'
  return (
    <>
      <DocumentRetention side={side} record={record} />
      {document === 'bill' && items.some(({ order_line_id }) => order_line_id !== null) && (
        <BillMatch id={id} decimals={currency.decimals} isDraft={isDraft} />
      )}
      {document !== 'advance_invoice' && !isDraft && <DocumentDeferrals kind={document} id={id} items={items} />}
      {!isDraft && <DocumentAssets kind={document} id={id} />}
      {!isDraft && <DocumentLandedCosts kind={document} id={id} />}
    </>
  )
}

const sourceOf = (side: Side, record: DocumentRecord) => ({
  id: record.id,
  number: numberOf(side, record),
  due_days: Math.max(0, daysBetween(fieldOf<string>(record, side.dateField) ?? '', record.due_date)),
})

const isSimplified = ({ is_tax_invoice, audience, is_void, status }: DocumentRecord) =>
  is_tax_invoice && audience === 'simplified' && !is_void && status !== 'draft'

const numberOf = (side: Side, record: DocumentRecord) => fieldOf<string>(record, side.numberField) ?? ''
