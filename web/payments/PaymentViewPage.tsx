import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { paymentCalls, payments } from '#contract/payments.ts'
import IconCopy from '~icons/tabler/copy'
import IconEdit from '~icons/tabler/pencil'
import { ReverseOnDate } from '../accounting-ui/ReverseOnDate.tsx'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import { useCan } from '../api/useCan.ts'
import { ChangedSince } from '../documents/ChangedSince.tsx'
import classes from '../documents/Standing.module.css'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { paymentPath, viewPath } from '../routes/paths.ts'
import { Deliveries } from '../sharing/Deliveries.tsx'
import { SendButton } from '../sharing/SendButton.tsx'
import { useIsUnsent } from '../sharing/useDeliveries.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { AdvanceActions } from './advances/AdvanceActions.tsx'
import { AdvanceFrame } from './advances/AdvanceFrame.tsx'
import { AdvancePanel } from './advances/AdvancePanel.tsx'
import { ClearCheque } from './ClearCheque.tsx'
import type { PaymentRecord } from './PaymentForm.tsx'
import { PaymentSheet } from './PaymentSheet.tsx'

type Party = { name: string; name_en: string | null }

/** The voucher of a payment, with what its rest can still be used for. */
export function PaymentViewPage({ side }: { side: Side }) {
  return (
    <RecordPage resource={payments[side.name] as (typeof payments)['sales']} list={paymentPath(side)}>
      {(record) => <PaymentView side={side} record={record} />}
    </RecordPage>
  )
}

/** A new voucher that says the same. */
function Duplicate({ side, id }: { side: Side; id: number }) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const can = useCan()
  if (!can(payments[side.name].permissions.create)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCopy aria-hidden />}
      onClick={() => void navigate({ to: `${paymentPath(side)}/create`, search: { copy: String(id) } })}
    >
      {t('actions.similar')}
    </Button>
  )
}

function PaymentView({ side, record }: { side: Side; record: PaymentRecord }) {
  const { t } = useTranslation(['payments', 'common', 'documents'])
  const navigate = useNavigate()
  const can = useCan()
  const mayUse = can(payments[side.name].permissions.update) && !record.is_void
  const party = fieldOf<Party>(record, side.party)
  const isUnsent = useIsUnsent(side.payment, record)
  return (
    <>
      <AdvanceFrame
        side={side.name}
        party={party}
        organization={record.organization}
        currency={record.currency}
        refunds={record.refunds}
        title={t(`names.${side.payment}.one`)}
        number={record.payment_number}
        onBack={() => void navigate({ to: paymentPath(side) })}
        pdf={<PdfButton call={paperCalls[side.payment]} id={record.id} />}
        actions={<SendButton kind={side.payment} record={record} isNext={isUnsent} />}
        more={
          <>
            {mayUse && <PaymentActions side={side} record={record} />}
            <Duplicate side={side} id={record.id} />
            {mayUse && <VoidPayment side={side} record={record} />}
          </>
        }
        above={<Above side={side} record={record} mayUse={mayUse} />}
      >
        <PaymentSheet side={side} record={record} />
      </AdvanceFrame>
      <Deliveries kind={side.payment} id={record.id} />
      <RecordHistory name={side.payment} id={record.id} />
    </>
  )
}

/** On the screen only: what happened to the voucher since, and what is left of it. */
function Above({ side, record, mayUse }: { side: Side; record: PaymentRecord; mayUse: boolean }) {
  const { t } = useTranslation('payments')
  const calls = paymentCalls[side.name]
  const party = fieldOf<Party>(record, side.party)
  return (
    <>
      {record.reversal_date && (
        <p className={classes.panel}>
          {t('reverse.done', { date: record.reversal_date, reason: record.reversal_reason ?? '' })}
        </p>
      )}
      <ChangedSince printed={record.printed} memo={{ notes: record.notes }} />
      {record.closed_period && (
        <p className={classes.panel}>
          <span>
            {t(`closed.${record.closed_period}`)} <UnlockLink why={record.closed_period} />
          </span>
        </p>
      )}
      {record.refunded > 0 && record.closed_period !== 'has_refunds' && (
        <p className={classes.panel}>{t('reverse.after_refunds')}</p>
      )}
      {!record.is_void && (
        <AdvancePanel
          side={side.name}
          id={record.id}
          number={record.payment_number}
          party={party}
          currency={record.currency}
          remaining={record.remaining}
          applied={record.references.map((row) => ({
            id: row.reference_id,
            number: fieldOf<string>(row, side.numberField) ?? '',
            date: fieldOf<string>(row, side.dateField) ?? '',
            amount: row.amount,
            to: viewPath(row.kind, row.reference_id),
          }))}
          refunds={record.refunds}
          calls={mayUse ? calls : null}
        />
      )}
    </>
  )
}

function PaymentActions({ side, record }: { side: Side; record: PaymentRecord }) {
  const { t } = useTranslation(['payments', 'common', 'documents'])
  const navigate = useNavigate()
  const calls = paymentCalls[side.name]
  const partyId = fieldOf<number>(record, side.partyField) ?? 0
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit aria-hidden />}
        onClick={() => void navigate({ to: `${paymentPath(side)}/${record.id}` })}
      >
        {record.closed_period ? t('documents:remarks.action_notes') : t('common:actions.edit')}
      </Button>
      {record.clearing && <ClearCheque side={side} id={record.id} />}
      <AdvanceActions side={side} calls={calls} record={{ ...record, partyId }} />
    </>
  )
}

/** On its own day while that is open; on another one afterwards. */
function VoidPayment({ side, record }: { side: Side; record: PaymentRecord }) {
  const { t } = useTranslation('payments')
  const can = useCan()
  const calls = paymentCalls[side.name]
  return (
    <>
      {record.closed_period === null && (
        <DeleteRecord
          resource={payments[side.name]}
          id={record.id}
          name={record.payment_number}
          act="void"
          label={t('actions.void')}
        />
      )}
      {record.refunded === 0 && can(...calls.reverse.admission) && (
        <ReverseOnDate
          call={calls.reverse}
          record={record}
          number={record.payment_number}
          words="payments"
          path={paymentPath(side)}
        />
      )}
    </>
  )
}
