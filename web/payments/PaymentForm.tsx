import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { payments } from '#contract/payments.ts'
import type { Side } from '#contract/sides.ts'
import type { Id, RecordOf } from '../api/resource.ts'
import { paymentPath } from '../documents/documentPath.ts'
import { TextareaField } from '../fields/TextareaField.tsx'
import { FormPage } from '../kit/form/FormPage.tsx'
import type { Values } from '../kit/form/FormScope.ts'
import { FormSection } from '../kit/form/FormSection.tsx'
import { useRecordForm } from '../kit/form/useRecordForm.ts'
import { useLines } from '../lines/useLines.ts'
import { PaymentInfo } from './PaymentInfo.tsx'
import { References } from './References.tsx'
import { emptyReference, type ReferenceRow } from './referenceRow.ts'

export type PaymentRecord = RecordOf<(typeof payments)['sales']>
type PaymentFormProps = { side: Side; id: Id | null; values: Values }

/** A payment: from whom, how, how much, and which documents it settles. */
export function PaymentForm({ side, id, values }: PaymentFormProps) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const back = () => void navigate({ to: paymentPath(side) })
  const facts = useRecordForm({
    resource: payments[side.name] as (typeof payments)['sales'],
    id,
    values,
    toBody: (typed) => bodyOf(side, typed),
    onSaved: back,
  })
  const lines = useLines<ReferenceRow>(facts, 'references', emptyReference)
  return (
    <FormPage title={t(`names.${side.payment}.${id === null ? 'new' : 'edit'}`)} form={facts} onBack={back}>
      <FormSection title={t('sections.info')} detail={t(`sections.info_detail_${side.name}`)}>
        <PaymentInfo side={side} lines={lines} keepsNumber={id !== null} />
      </FormSection>
      <References side={side} form={facts} lines={lines} />
      <FormSection title={t('sections.notes')}>
        <TextareaField name="notes" />
      </FormSection>
    </FormPage>
  )
}

const isFilled = (row: ReferenceRow) => row.reference_id !== '' || row.amount !== ''

/** What is sent of a payment: a row that nobody filled is no reference. */
export const bodyOf = (side: Side, { references, ...rest }: Values): Values => ({
  ...rest,
  references: (references as ReferenceRow[]).filter(isFilled).map((row) => ({
    reference_id: row.reference_id || undefined,
    reference_type: side.document,
    amount: row.amount || undefined,
  })),
})
