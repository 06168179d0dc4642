import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { payments } from '#contract/payments.ts'
import { RemarksForm } from '../accounting-ui/RemarksForm.tsx'
import { localName } from '../i18n/localName.ts'
import { paymentPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { type PaymentRecord, paymentBody } from './PaymentForm.tsx'

type PaymentRemarksFormProps = { side: Side; record: PaymentRecord; values: Values; why: string }

/** The notes of a voucher whose period is closed; its page offers to reverse it on an open day. */
export function PaymentRemarksForm({ side, record, values, why }: PaymentRemarksFormProps) {
  const { t } = useTranslation(['payments', 'documents'])
  const navigate = useNavigate()
  const view = `${paymentPath(side)}/${record.id}/view`
  const back = () => void navigate({ to: view })
  const form = useRecordForm({
    resource: payments[side.name] as (typeof payments)['sales'],
    id: record.id,
    values,
    toBody: (typed) => paymentBody(side, typed),
    onSaved: back,
  })
  const word = (name: string) => t(`fields.${side.payment}.${name}`)
  const party = fieldOf<{ name: string; name_en: string | null }>(record, side.party)
  return (
    <RemarksForm
      title={t(`closed.edit_${side.payment}`)}
      form={form}
      onBack={back}
      section={t('sections.notes')}
      why={
        <>
          {t(`closed.${why}`)}{' '}
          <Link to={view} className="link">
            {t(why === 'has_refunds' ? 'closed.way_out_has_refunds' : 'closed.way_out')}
          </Link>
        </>
      }
      facts={[
        [word('payment_number'), <Num key="number">{record.payment_number}</Num>],
        [word('payment_date'), <Num key="date">{record.payment_date}</Num>],
        ...(party ? [[word(side.party), <bdi key="party">{localName(party)}</bdi>] as const] : []),
        [word('amount'), <Amount key="amount" value={record.amount} currency={record.currency} />],
      ]}
    />
  )
}
