import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import { type AssetRecord, assets } from '#contract/assets/assets.ts'
import { chartCalls } from '#contract/chart.ts'
import type { Call } from '#contract/kit/resource.ts'
import { request } from '../api/client.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { assetsPath } from '../routes/paths.ts'
import { BranchField, useUsualBranch } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'

const described = { name: '', name_en: '', serial: '', place: '', keeper: '', notes: '' }

/** An asset that the books hold already: bought by an entry, or brought along from other books. */
export function AssetCreatePage() {
  const branch = useUsualBranch()
  if (branch.isAwaited) return <LoadingPage />
  const values = {
    ...described,
    number: '',
    asset_class_id: '',
    branch_id: branch.usual,
    cost_center_id: '',
    acquired_on: today(),
    entered_on: '',
    in_service_on: '',
    cost: '',
    residual: '',
    life_months: '',
    life_units: '',
    opening_units: '',
    opening_accumulated: '',
    depreciated_to: '',
    vat: '',
  }
  return <AssetCreateForm values={values} />
}

function AssetCreateForm({ values }: { values: Values }) {
  const { t } = useTranslation('assets')
  const form = useAssetForm({ schema: assets.input, call: assets.calls.create, params: {}, values })
  return (
    <FormPage title={t('names.asset.new')} form={form.facts} saveLabel={t('actions.save')} onBack={form.back}>
      <FormSection title={t('sections.what')} detail={t('sections.what_detail')}>
        <TextField name="name" />
        <TextField name="name_en" />
        <SelectField name="asset_class_id" call={optionsOf(assetClasses)} />
        <BranchField />
        <SelectField name="cost_center_id" call={chartCalls.costCenterOptions} />
        <MemoFields />
      </FormSection>
      <FormSection title={t('sections.worth')} detail={t('sections.worth_detail')}>
        <NumberField name="cost" />
        <DateField name="acquired_on" />
        <DateField name="in_service_on" description={t('hints.in_service')} />
        <LtrTextField name="life_months" inputMode="numeric" description={t('hints.life')} />
        <NumberField name="life_units" description={t('hints.life')} />
        <NumberField name="residual" description={t('hints.residual')} />
        <NumberField name="vat" />
        <LtrTextField name="number" description={t('hints.number')} />
      </FormSection>
      <FoldedSection title={t('sections.opening')} detail={t('sections.opening_detail')}>
        <FormSection title={t('sections.opening')} detail={t('sections.opening_detail')}>
          <NumberField name="opening_accumulated" />
          <DateField name="depreciated_to" />
          <NumberField name="opening_units" />
          <DateField name="entered_on" description={t('hints.entered')} />
        </FormSection>
      </FoldedSection>
    </FormPage>
  )
}

function MemoFields() {
  return (
    <>
      <TextField name="serial" />
      <TextField name="place" />
      <TextField name="keeper" />
      <TextareaField name="notes" rows={2} />
    </>
  )
}

/** What an asset is called and where it is: its figures change on its page. */
export function AssetEditPage() {
  return (
    <RecordPage resource={assets} list={assetsPath}>
      {(record) => <AssetEditForm asset={record} />}
    </RecordPage>
  )
}

function AssetEditForm({ asset }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  const values = {
    name: asset.name,
    name_en: asset.name_en ?? '',
    serial: asset.serial ?? '',
    place: asset.place ?? '',
    keeper: asset.keeper ?? '',
    notes: asset.notes ?? '',
    version: asset.version,
  }
  const call = assets.calls.update
  const form = useAssetForm({ schema: assets.memo, call, params: { id: asset.id }, values })
  return (
    <FormPage title={t('names.asset.edit')} form={form.facts} onBack={form.back}>
      <FormSection title={t('sections.what')} detail={t('sections.what_detail')}>
        <TextField name="name" />
        <TextField name="name_en" />
        <MemoFields />
      </FormSection>
    </FormPage>
  )
}

type AssetForm = {
  schema: typeof assets.input | typeof assets.memo
  call: Call
  params: Record<string, number>
  values: Values
}

function useAssetForm({ schema, call, params, values }: AssetForm) {
  const navigate = useNavigate()
  const written = useWritten(assets.path)
  const back = () => void navigate({ to: params.id ? `${assetsPath}/${params.id}/view` : assetsPath })
  const facts: SchemaForm = useSchemaForm({
    schema,
    resource: assets.name,
    values,
    send: async (body, idempotencyKey) => {
      const answer = await request<{ data: { id: number } }>(call, { params, body, idempotencyKey })
      facts.guard.release()
      showSuccess(params.id ? 'updated' : 'created')
      written()
      void navigate({ to: `${assetsPath}/${answer.data.id}/view` })
    },
    onFailed: (error) => showFailure(params.id ? 'update_failed' : 'creation_failed', error),
  })
  return { facts, back }
}
