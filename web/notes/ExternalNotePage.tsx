import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { noteKinds } from '#contract/documents/note-kinds.ts'
import { externalNoteCalls } from '#contract/documents/notes.ts'
import { sales } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { taxes } from '#contract/taxes.ts'
import { CurrencyField } from '../accounting-ui/CurrencyField.tsx'
import { request } from '../api/client.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { DocumentItems } from '../documents/items/DocumentItems.tsx'
import { emptyItem, type ItemRow, sentItem, sentUnit } from '../documents/items/itemRow.ts'
import { notePath } from '../routes/paths.ts'
import { BranchField, useUsualBranch } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useDefaultChoice } from '../ui/fields/useDefaultChoice.ts'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { LegalReasonField } from './LegalReasonField.tsx'

type ExternalKind = (typeof noteKinds)['credit_note' | 'debit_note']
type ExternalNoteProps = { kind: ExternalKind }

/** A new credit or debit note on an invoice that another system issued. */
export function ExternalNotePage({ kind }: ExternalNoteProps) {
  const { organization } = useUser()
  const branch = useUsualBranch()
  const tax = useDefaultChoice('sales-tax', optionsOf(taxes), { side: sales.name })
  if (branch.isAwaited || tax.isAwaited) return <LoadingPage />
  const values = {
    reference_number: '',
    reference_date: '',
    note_date: today(),
    reason: '',
    reason_code: 'value_amended',
    customer_id: '',
    branch_id: branch.usual,
    currency_id: String(organization.currency.id),
    tax_id: tax.usual,
    prices_include_tax: organization.prices_include_tax,
    discount_amount: '',
    discount_percent: '',
    items: [emptyItem()],
  }
  return <ExternalNoteForm kind={kind} values={values} />
}

function ExternalNoteForm({ kind, values }: ExternalNoteProps & { values: Values }) {
  const { t } = useTranslation('notes')
  const navigate = useNavigate()
  const written = useWritten(kind.path)
  const call = externalNoteCalls[kind.name]
  const form = useSchemaForm({
    schema: call.body,
    resource: 'external_note',
    values,
    toBody: ({ items, with_cost_centers, ...rest }) => ({
      ...rest,
      items: (items as ItemRow[]).map((row) => ({ ...sentItem(row, with_cost_centers !== false), ...sentUnit(row) })),
    }),
    send: async (body, idempotencyKey) => {
      const answer = await request<{ data: { id: number } }>(call, { body, idempotencyKey })
      form.guard.release()
      showSuccess('created')
      written()
      void navigate({ to: `${notePath(kind)}/${answer.data.id}/view` })
    },
    onFailed: (error) => showFailure('creation_failed', error),
  })
  return (
    <FormPage
      title={t(`external.${kind.name}`)}
      form={form}
      onBack={() => void navigate({ to: notePath(kind) })}
      saveLabel={t('actions.issue')}
    >
      <FormSection title={t('external.invoice')} detail={t('external.invoice_detail')}>
        <LtrTextField name="reference_number" />
        <DateField name="reference_date" />
        <SelectField name="customer_id" call={optionsOf(parties.sales)} />
      </FormSection>
      <FormSection title={t('sections.info')} detail={t(`external.${kind.name}_detail`)}>
        <DateField name="note_date" />
        <LegalReasonField />
        <TextField name="reason" />
        <BranchField />
        <CurrencyField dateField="note_date" />
        <SelectField name="tax_id" call={optionsOf(taxes)} query={{ side: sales.name }} />
      </FormSection>
      <DocumentItems side={sales} form={form} isPosted={false} />
    </FormPage>
  )
}
