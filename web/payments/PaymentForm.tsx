import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { paymentCalls, payments } from '#contract/payments.ts'
import type { Id, RecordOf } from '../api/resource.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { paymentPath } from '../routes/paths.ts'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { SaveAndNew } from '../ui/form/SaveAndNew.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useThenNew } from '../ui/form/useThenNew.ts'
import { useLines } from '../ui/lines/useLines.ts'
import { PaymentInfo } from './PaymentInfo.tsx'
import { References } from './References.tsx'
import { emptyReference, type ReferenceRow } from './referenceRow.ts'
import { useRecap } from './useRecap.ts'

export type PaymentRecord = RecordOf<(typeof payments)['sales']>
type PaymentFormProps = {
  side: Side
  id: Id | null
  values: Values
  /** The page of the document that it was recorded from: saving and leaving lead back to it. */
  from?: string | undefined
}

/** A payment: party, method, amount, and settled documents. */
export function PaymentForm({ side, id, values, from }: PaymentFormProps) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const back = () => void navigate({ to: from ?? paymentPath(side) })
  const then = useThenNew(`${paymentPath(side)}/create`)
  const facts = useRecordForm({
    resource: payments[side.name] as (typeof payments)['sales'],
    id,
    values,
    toBody: (typed) => paymentBody(side, typed),
    onSaved: () => {
      if (!then.goesOn()) back()
    },
    named: (record) => ({
      thing: settledWords(t, side, record),
      link: { to: `${paymentPath(side)}/${record.id}/view`, label: t(`open_voucher_${side.name}`) },
    }),
  })
  const lines = useLines<ReferenceRow>(facts, 'references', emptyReference)
  const recap = useRecap(facts, lines)
  return (
    <FormPage
      title={t(`names.${side.payment}.${id === null ? 'new' : 'edit'}`)}
      form={facts}
      onBack={back}
      actions={
        <>
          <PreviewButton
            form={facts}
            call={paymentCalls[side.name].preview}
            id={id}
            saveLabel={t('common:actions.save')}
          />
          {id === null && <SaveAndNew disabled={facts.saving} onClick={() => then.saveAndNew(facts.submit)} />}
        </>
      }
    >
      <FormSection title={t('sections.info')} detail={t(`sections.info_detail_${side.name}`)}>
        <PaymentInfo side={side} lines={lines} recap={recap} keepsNumber={id !== null} />
      </FormSection>
      <References side={side} form={facts} lines={lines} />
      <FormSection title={t('sections.notes')}>
        <TextareaField name="notes" isTitled />
      </FormSection>
    </FormPage>
  )
}

/** The voucher, and the documents it settled: "Receipt RCV-1; INV-7 is paid". */
function settledWords(t: TFunction<'payments'>, side: Side, record: PaymentRecord): string {
  const voucher = t(`saved.${side.payment}`, { number: record.payment_number })
  const [only, another] = record.references as { remaining_amount: number }[]
  const number = only && fieldOf<string>(only, side.numberField)
  if (!only || another || !number) return voucher
  const isPaid = only.remaining_amount <= 0
  return `${voucher} · ${t(`saved.${side.document}_${isPaid ? 'paid' : 'in_part'}`, { number })}`
}

const isFilled = (row: ReferenceRow) => row.reference_id !== '' || row.amount !== ''

/** The body of a payment: empty rows are no references. */
export const paymentBody = (side: Side, { references, ...rest }: Values): Values => ({
  ...rest,
  references: (references as ReferenceRow[]).filter(isFilled).map((row) => ({
    reference_id: row.reference_id || undefined,
    reference_type: side.document,
    amount: row.amount || undefined,
  })),
})
