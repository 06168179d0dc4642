import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isRoll, type LabelLayoutName, labelLayoutNames } from '#contract/labels/label-layouts.ts'
import { labelCalls } from '#contract/labels/product-labels.ts'
import { taxes } from '#contract/taxes.ts'
import { ApiError } from '../api/ApiError.ts'
import { download, type Endpoint, request } from '../api/client.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { ConfirmCloseDrawer, untouched } from '../ui/drawer/ConfirmCloseDrawer.tsx'
import { DrawerFields } from '../ui/drawer/DrawerFields.tsx'
import { saveFile } from '../ui/export/saveFile.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useUsualText } from '../ui/fields/useDefaultChoice.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'

type UnitChoice = { value: string; label: string }
/** Whose labels: products, with the further units of an only one; or what came with a receipt or a bill. */
export type LabelSource =
  | { product_ids: readonly number[]; units?: readonly UnitChoice[] }
  | { goods_receipt_id: number; hasUnits: boolean }
  | { bill_id: number; hasUnits: boolean }
type LabelsDrawerProps = LabelSource & { onClose: () => void }

/** What labels are printed on, and how many. A product without a barcode gets one here. */
export function LabelsDrawer({ onClose, ...source }: LabelsDrawerProps) {
  const { t } = useTranslation('labels')
  const { form, lacking, give, isGiving } = useLabels(source, onClose)
  const can = useCan()
  return (
    <ConfirmCloseDrawer opened title={t('title')} guard={untouched} onClose={onClose}>
      {(close) => (
        <DrawerFields form={form} saveLabel={t('print')} onCancel={close}>
          <p>{t('detail')}</p>
          {lacking !== null && (
            <div role="alert">
              <p>
                <bdi>{lacking}</bdi>
              </p>
              {can(...labelCalls.giveBarcodes.admission) && (
                <>
                  <Button variant="default" loading={isGiving} onClick={() => void give()}>
                    {t('give')}
                  </Button>
                  <p>{t('give_detail')}</p>
                </>
              )}
            </div>
          )}
          <ChoiceField
            name="layout"
            choices={labelLayoutNames.map((value) => ({ value, label: t(`layouts.${value}`) }))}
          />
          <ChoiceField
            name="language"
            choices={(['both', 'ar', 'en'] as const).map((value) => ({ value, label: t(`languages.${value}`) }))}
          />
          <HowMany source={source} />
          <FirstLabel />
          <SwitchField name="with_price" />
          <PriceTax />
        </DrawerFields>
      )}
    </ConfirmCloseDrawer>
  )
}

function HowMany({ source }: { source: LabelSource }) {
  const { t } = useTranslation('labels')
  if ('product_ids' in source) {
    const units = source.units ?? []
    return (
      <>
        {units.length > 0 && (
          <ChoiceField name="product_unit_id" choices={[{ value: '', label: t('own_unit') }, ...units]} />
        )}
        <NumberField name="copies" />
      </>
    )
  }
  if (!source.hasUnits) return null
  return (
    <ChoiceField
      name="count_in"
      choices={(['row', 'own'] as const).map((value) => ({ value, label: t(`count_in.${value}`) }))}
    />
  )
}

function FirstLabel() {
  const { t } = useTranslation('labels')
  const { form } = useFormScope()
  if (isRoll(useWatched(form, 'layout') as LabelLayoutName)) return null
  return <NumberField name="first" description={t('first_hint')} />
}

/** Asked for once the server does not know it: there are several rates. */
function PriceTax() {
  const { form } = useFormScope()
  const tax = useWatched(form, 'tax_id')
  if (!tax && !form.errors.tax_id) return null
  return <SelectField name="tax_id" call={optionsOf(taxes)} />
}

function useLabels(source: LabelSource, onClose: () => void) {
  const [layout, rememberLayout] = useUsualText('label-layout', labelLayoutNames)
  const [language, rememberLanguage] = useUsualText('label-language', ['both', 'ar', 'en'])
  const [lacking, setLacking] = useState<string | null>(null)
  const [isGiving, setIsGiving] = useState(false)
  const written = useWritten('/products')
  useFocusBackAfter()
  const goods = goodsOf(source)
  const form = useSchemaForm({
    schema: labelCalls.print.query as z.ZodType,
    resource: labelCalls.print.labels,
    values: { ...goods, layout, language, copies: '1', first: '1', with_price: true, tax_id: '' },
    send: async (body) => {
      const values = body as Record<string, unknown>
      const query = Object.fromEntries(
        Object.entries(values).flatMap(([key, value]) =>
          value === '' || value === null || value === undefined ? [] : [[key, String(value)]],
        ),
      )
      const { file, name } = await download(labelCalls.print as Endpoint, { query })
      saveFile(file, name)
      rememberLayout(String(values.layout))
      rememberLanguage(String(values.language))
      onClose()
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'label_without_barcode') setLacking(error.message)
      else showFailure('export_failed', error)
    },
  })
  const give = async () => {
    setIsGiving(true)
    try {
      const { product_unit_id, count_in } = form.form.getValues()
      await request(labelCalls.giveBarcodes as Endpoint, { params: {}, body: { ...goods, product_unit_id, count_in } })
      written()
      setLacking(null)
      await form.submit()
    } catch (error) {
      showFailure('update_failed', error)
    } finally {
      setIsGiving(false)
    }
  }
  return { form, lacking, give, isGiving }
}

function goodsOf(source: LabelSource): Record<string, string> {
  if ('product_ids' in source) return { product_ids: source.product_ids.join(','), product_unit_id: '' }
  return 'bill_id' in source
    ? { bill_id: String(source.bill_id), count_in: 'row' }
    : { goods_receipt_id: String(source.goods_receipt_id), count_in: 'row' }
}
