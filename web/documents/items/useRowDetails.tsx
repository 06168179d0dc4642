import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import type { ItemRow } from './itemRow.ts'

/** Discount and tax of each row, and its months where it may have some: shown if a row has its own, otherwise on request. */
export function useRowDetails({ form }: SchemaForm, maySpread: boolean) {
  const { t } = useTranslation('documents')
  const [shown, setShown] = useState(() => {
    const { items, tax_id } = form.getValues()
    const rows = (items ?? []) as ItemRow[]
    return rows.some((row) => hasDiscount(row) || (row.tax_id !== '' && row.tax_id !== tax_id))
  })
  const [spread, setSpread] = useState(
    () => maySpread && ((form.getValues().items ?? []) as ItemRow[]).some((row) => row.spread_from !== ''),
  )
  const [includesTax, setIncludesTax] = useState(form.getValues().prices_include_tax === true)
  const controls = (
    <>
      <Switch
        size="xs"
        label={t('row_details.shown')}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
      {maySpread && (
        <Switch
          size="xs"
          label={t('row_details.spread')}
          checked={spread}
          onChange={(event) => setSpread(event.currentTarget.checked)}
        />
      )}
      <Switch
        size="xs"
        label={t('row_details.prices_include_tax')}
        checked={includesTax}
        onChange={(event) => {
          setIncludesTax(event.currentTarget.checked)
          form.setFieldValue('prices_include_tax', event.currentTarget.checked)
        }}
      />
    </>
  )
  /** A discount that was pasted is seen. */
  const showFor = (rows: readonly ItemRow[]) => rows.some(hasDiscount) && setShown(true)
  return { shown, spread, includesTax, controls, showFor }
}

const hasDiscount = ({ discount_amount, discount_percent }: ItemRow) =>
  discount_amount !== '' || discount_percent !== ''
