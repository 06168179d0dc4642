import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { noteAdvanceCalls, notes } from '#contract/documents/notes.ts'
import { fieldOf } from '#contract/documents/sides.ts'
import IconPay from '~icons/tabler/cash'
import IconCopy from '~icons/tabler/copy'
import { useCan } from '../api/useCan.ts'
import { lockReason } from '../documents/lockReason.ts'
import { useIssueFirst } from '../documents/sheet/useIssueFirst.ts'
import { EDocumentStatus } from '../e-invoicing/EDocumentStatus.tsx'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { AdvanceActions } from '../payments/advances/AdvanceActions.tsx'
import { AdvanceFrame } from '../payments/advances/AdvanceFrame.tsx'
import { AdvancePanel } from '../payments/advances/AdvancePanel.tsx'
import { WriteOff } from '../payments/write-offs/WriteOff.tsx'
import { newNotePath, notePath, paymentPath, viewPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { useIsUnsent } from '../sharing/useDeliveries.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PlaceLine } from '../ui/print/PlaceLine.tsx'
import type { NoteRecord } from './NoteRecord.ts'
import { NoteSheet } from './NoteSheet.tsx'
import { NoteStatusNotice } from './NoteStatusNotice.tsx'

type Party = { name: string; name_en: string | null }
const partyOf = (kind: NoteKind, record: NoteRecord) => fieldOf<Party>(record, kind.side.party)

/** The printable page of a note, with what its rest can be used for. */
export function NoteViewPage({ kind }: { kind: NoteKind }) {
  return (
    <RecordPage resource={notes[kind.name]} list={notePath(kind)}>
      {(record) => <NoteView kind={kind} record={record as NoteRecord} />}
    </RecordPage>
  )
}

function NoteView({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const { t } = useTranslation(['notes', 'common', 'documents'])
  const navigate = useNavigate()
  const { issueFirst, isIssuing } = useIssueFirst(notes[kind.name].calls.issue, record)
  const isUnsent = useIsUnsent(kind.name, record)
  const isOwed = !record.is_void && !kind.lowers && record.remaining_amount > 0
  return (
    <>
      <AdvanceFrame
        side={kind.side.name}
        party={partyOf(kind, record)}
        organization={record.organization}
        currency={record.currency}
        refunds={record.refunds}
        title={t(`names.${kind.name}.one`)}
        number={record.note_number}
        onBack={() => void navigate({ to: notePath(kind) })}
        onPrint={issueFirst && (() => issueFirst.first(() => window.print()))}
        isIssuedByPrint={issueFirst?.isUnissued}
        pdf={<PdfButton call={notes[kind.name].calls.pdf} id={record.id} issueFirst={issueFirst} />}
        actions={
          <>
            <SendButton kind={kind.name} record={record} issueFirst={issueFirst} isNext={isUnsent} />
            {isOwed && <PayNote kind={kind} record={record} isNext={isUnsent === false} />}
          </>
        }
        more={
          <>
            <Duplicate kind={kind} record={record} />
            {!record.is_void && <NoteActions kind={kind} record={record} />}
          </>
        }
        above={
          <>
            <NoteStatusNotice kind={kind} record={record} />
            <EDocumentStatus
              kind={kind.name}
              record={record}
              onIssue={issueFirst && (() => issueFirst.first(() => {}))}
              isIssuing={isIssuing}
            />
            {kind.lowers && <PlaceLine place={record.place} />}
            {kind.lowers && <Used kind={kind} record={record} />}
          </>
        }
      >
        <NoteSheet kind={kind} record={record} />
      </AdvanceFrame>
      <Deliveries kind={kind.name} id={record.id} />
      <RecordHistory name={kind.name} id={record.id} />
    </>
  )
}

/** Another note on the same document that says the same. */
function Duplicate({ kind, record: { id, reference } }: { kind: NoteKind; record: NoteRecord }) {
  const { t } = useTranslation('notes')
  const navigate = useNavigate()
  const can = useCan()
  if (reference.kind === 'external' || !can(kind.creates)) return null
  const to = newNotePath(kind, reference)
  return (
    <Button
      variant="default"
      leftSection={<IconCopy aria-hidden />}
      onClick={() => void navigate({ to, search: { copy: String(id) } })}
    >
      {t('actions.similar')}
    </Button>
  )
}

function Used({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const can = useCan()
  if (kind.name === 'debit_note' || record.is_void) return null
  return (
    <AdvancePanel
      side={kind.side.name}
      id={record.id}
      number={record.note_number}
      party={partyOf(kind, record)}
      currency={record.currency}
      remaining={record.remaining_amount}
      applied={record.applied.map((row) => ({ ...row, to: viewPath(row.kind, row.id) }))}
      refunds={record.refunds}
      calls={can(kind.creates) && !record.is_void ? noteAdvanceCalls[kind.name] : null}
    />
  )
}

function NoteActions({ kind, record }: { kind: NoteKind; record: NoteRecord }) {
  const { t } = useTranslation('notes')
  const can = useCan()
  const { side } = kind
  const partyId = fieldOf<number>(record, side.partyField) ?? 0
  const rest = { ...record, remaining: record.remaining_amount, partyId }
  return (
    <>
      {kind.name !== 'debit_note' && can(kind.creates) && (
        <AdvanceActions side={side} calls={noteAdvanceCalls[kind.name]} record={rest} />
      )}
      {!kind.lowers && record.remaining_amount > 0 && <WriteOffNote kind={kind} record={record} />}
      {lockReason(record) === null && (
        <DeleteRecord
          resource={notes[kind.name]}
          id={record.id}
          name={record.note_number}
          act="void"
          label={t('actions.void')}
        />
      )}
    </>
  )
}

/** The open amount of a debit note is paid like that of its document. */
function PayNote({ kind: { side, name }, record, isNext }: { kind: NoteKind; record: NoteRecord; isNext: boolean }) {
  const { t } = useTranslation('documents')
  const can = useCan()
  const navigate = useNavigate()
  const search = { document: String(record.id), kind: name }
  if (!can(`create-${side.payment.replace('_', '-')}`)) return null
  return (
    <Button
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconPay aria-hidden />}
      onClick={() => void navigate({ to: `${paymentPath(side)}/create`, search })}
    >
      {t('actions.record_payment')}
    </Button>
  )
}

/** And written off like it. */
function WriteOffNote({ kind: { side }, record }: { kind: NoteKind; record: NoteRecord }) {
  const { t } = useTranslation('payments')
  const can = useCan()
  const [writingOff, setWritingOff] = useState(false)
  if (!can(`write-off-${side.entity}`)) return null
  return (
    <>
      <Button variant="default" onClick={() => setWritingOff(true)}>
        {t('write_off.title')}
      </Button>
      {writingOff && <WriteOff side={side} record={record} onClose={() => setWritingOff(false)} />}
    </>
  )
}
