import { Button, Input } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setOffs } from '#contract/documents/set-offs.ts'
import { lookUps } from '#contract/organization.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { request } from '../api/client.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { setOffsPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { BranchField, useUsualBranch } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { OpenDocuments } from './OpenDocuments.tsx'
import classes from './SetOffs.module.css'
import { useSides } from './useSides.ts'

/** A new set-off: whose, and which documents of either side settle each other. */
export function SetOffFormPage() {
  const { organization } = useUser()
  const branch = useUsualBranch()
  if (branch.isAwaited) return <LoadingPage />
  const values = {
    set_off_date: today(),
    customer_id: '',
    supplier_id: '',
    notes: '',
    receivables: [],
    payables: [],
    branch_id: branch.usual,
    currency_id: String(organization.currency.id),
  }
  return <SetOffForm values={values} />
}

function SetOffForm({ values }: { values: Values }) {
  const { t } = useTranslation('setoffs')
  const navigate = useNavigate()
  const written = useWritten(setOffs.path)
  const form: SchemaForm = useSchemaForm({
    schema: setOffs.input,
    resource: setOffs.name,
    values,
    send: async (body, idempotencyKey) => {
      const answer = await request<{ data: { id: number } }>(setOffs.calls.create, { body, idempotencyKey })
      form.guard.release()
      showSuccess('created')
      written()
      void navigate({ to: `${setOffsPath}/${answer.data.id}/view` })
    },
    onFailed: (error) => showFailure('creation_failed', error),
  })
  const { sides, currency, difference, fill, isChosen } = useSides(form.form)
  const message = form.form.errors.payables ?? form.form.errors.receivables
  return (
    <FormPage
      title={t('names.set_off.new')}
      form={form}
      saveLabel={t('actions.post')}
      onBack={() => void navigate({ to: setOffsPath })}
    >
      <FormSection title={t('sections.info')} detail={t('sections.info_detail')}>
        <SelectField name="customer_id" call={optionsOf(customers)} />
        <SelectField name="supplier_id" call={optionsOf(suppliers)} />
        <SelectField name="currency_id" call={lookUps.currencies} />
        <DateField name="set_off_date" />
        <BranchField />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <section className={classes.sides} data-field="receivables">
        {!isChosen && <p className={classes.hint}>{t('sections.choose')}</p>}
        {isChosen && sides.map((side) => <OpenDocuments key={side.list} side={side} currency={currency} />)}
      </section>
      {isChosen && (
        <div className={classes.below}>
          <Button variant="default" onClick={fill}>
            {t('actions.fill')}
          </Button>
          <span aria-live="polite">
            {t('difference')} <Amount value={difference} currency={currency} />
          </span>
        </div>
      )}
      {message && <Input.Error>{message}</Input.Error>}
    </FormPage>
  )
}
