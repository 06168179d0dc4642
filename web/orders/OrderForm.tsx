import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderKind, type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { parties } from '#contract/parties.ts'
import { taxes } from '#contract/taxes.ts'
import { CurrencyField } from '../accounting-ui/CurrencyField.tsx'
import { PlaceField } from '../accounting-ui/PlaceField.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import type { Id } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { DocumentItems } from '../documents/items/DocumentItems.tsx'
import { type ItemRow, sentItem, sentUnit } from '../documents/items/itemRow.ts'
import { VatNotice } from '../documents/VatNotice.tsx'
import { CreditNotice } from '../parties/CreditNotice.tsx'
import { orderPath } from '../routes/paths.ts'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { includeStoredOption } from '../ui/fields/includeStoredOption.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useRememberChoice } from '../ui/fields/useDefaultChoice.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import { useFormScope, type Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'

type OrderFormProps = { name: OrderKindName; id: Id | null; values: Values }

/** A quotation or an order: head, items, notes. It is saved as a draft, and sent or confirmed from its page. */
export function OrderForm({ name, id, values }: OrderFormProps) {
  const { t } = useTranslation(['orders', 'documents'])
  const navigate = useNavigate()
  const kind = orderKinds[name]
  const isUnregistered = useUser().organization.vat_status === 'not_registered'
  const form = useRecordForm({
    resource: orders[name] as (typeof orders)['quotation'],
    id,
    values,
    toBody: orderBody,
    onSaved: (record) => void navigate({ to: `${orderPath(name)}/${record.id}/view` }),
  })
  return (
    <FormPage
      title={t(`names.${name}.${id === null ? 'new' : 'edit'}`)}
      form={form}
      onBack={() => void navigate({ to: orderPath(name) })}
    >
      {isUnregistered && <VatNotice side={kind.side} />}
      <FormSection title={t(`sections.${name}`)} detail={t(`sections.${name}_detail`)}>
        <OrderInfo kind={kind} />
      </FormSection>
      <DocumentItems side={kind.side} form={form} isPosted={false} neverPosts />
      <FormSection title={t('sections.terms')} detail={t('sections.terms_detail')}>
        {kind.side.name === 'sales' && <TextField name="po_number" />}
        <TextField name="payment_terms" />
        <TextareaField name="notes" />
      </FormSection>
    </FormPage>
  )
}

function OrderInfo({ kind }: { kind: OrderKind }) {
  const { side, untilField } = kind
  const { form } = useFormScope()
  const [query] = useState(() => ({ side: side.name, ...includeStoredOption(form.getValues(), 'tax_id') }))
  const keepTax = useRememberChoice(`${side.name}-tax`)
  const party = useWatched(form, side.partyField)
  return (
    <>
      <SelectField
        name={side.partyField}
        call={optionsOf(parties[side.name])}
        known={form.getValues()[side.party] as Choosable | undefined}
        thenField="items.0.product_id"
      />
      {side.name === 'sales' && <CreditNotice customer={party} />}
      <BranchField />
      <PlaceField />
      <DateField name="order_date" />
      <DateField name={untilField} />
      <CurrencyField dateField="order_date" />
      <SelectField name="tax_id" call={optionsOf(taxes)} query={query} onChoose={keepTax} />
    </>
  )
}

/** A column of cost centers that was taken away counts for nothing. */
const orderBody = ({ items, with_cost_centers, ...rest }: Values): Values => ({
  ...rest,
  items: (items as ItemRow[]).map((row) => ({ ...sentItem(row, with_cost_centers !== false), ...sentUnit(row) })),
})
