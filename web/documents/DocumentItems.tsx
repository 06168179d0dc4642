import { Title } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { lookUps, taxes } from '#contract/organization.ts'
import type { Side } from '#contract/sides.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { showRefusal } from '../api/toasts.ts'
import type { SchemaForm } from '../kit/form/useSchemaForm.ts'
import { LinesEditor } from '../kit/lines/LinesEditor.tsx'
import { useLines } from '../kit/lines/useLines.ts'
import classes from './DocumentItems.module.css'
import { itemColumns } from './itemColumns.tsx'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { TotalsFooter } from './TotalsFooter.tsx'
import { useWatched } from './useWatched.ts'

/** The items table. Every row's tax follows the document's; a product brings its price along. */
export function DocumentItems({ side, form: { form } }: { side: Side; form: SchemaForm }) {
  const { t } = useTranslation(['documents', 'common'])
  const lines = useLines<ItemRow>(form, 'items', emptyItem)
  const catalog = useOptions(optionsOf(products))
  const taxOptions = useOptions(optionsOf(taxes))
  const currencies = useOptions(lookUps.currencies)
  const taxId = useWatched(form, 'tax_id')
  const currencyId = useWatched(form, 'currency_id')
  const currency = (currencies.data as Currency[] | undefined)?.find((option) => String(option.id) === currencyId)
  const rate = (taxOptions.data as Tax[] | undefined)?.find((tax) => String(tax.id) === taxId)?.rate
  const offered = (catalog.data ?? []) as unknown as Product[]
  const facts = useRef({ offered, rate })
  facts.current = { offered, rate }

  const columns = useMemo(() => {
    const choose = (productId: string): Partial<ItemRow> | null => {
      const product = facts.current.offered.find((option) => String(option.id) === productId)
      if (!product) return null
      if (product.apply_tax && facts.current.rate === undefined) {
        showRefusal(t('errors:tax_not_selected'))
        return null
      }
      const price = side.name === 'sales' ? product.sale_price : product.purchase_price
      return {
        product_id: productId,
        product_name: '',
        quantity: '1',
        price: String(price),
        tax_rate: rateOf(product, facts.current.rate),
      }
    }
    return itemColumns({ offered, choose, decimals: currency?.decimals ?? 2 })
  }, [offered, currency?.decimals, side.name, t])

  // The rows follow a tax that is chosen after them; what was stored stays as it is until then.
  const followed = useRef(taxId)
  const { map } = lines
  useEffect(() => {
    if (followed.current === taxId) return
    followed.current = taxId
    map((row) => (row.product_id ? { ...row, tax_rate: rateOf(productOf(facts.current.offered, row), rate) } : row))
  }, [taxId, rate, map])
  return (
    <section className={classes.items} aria-label={t('sections.items')}>
      <Title order={2} size="h3">
        {t('sections.items')}
      </Title>
      <LinesEditor
        name="items"
        lines={lines}
        columns={columns}
        confirmable={hasProduct}
        minimum={1}
        footer={<TotalsFooter rows={lines.lines.map((line) => line.row)} currency={currency} />}
      />
    </section>
  )
}

export type Product = {
  id: number
  name: string
  name_en: string | null
  code: string
  sale_price: number
  purchase_price: number
  apply_tax: boolean
  quantity: number | null
  unit: string
}
type Tax = { id: number; rate: number }
type Currency = { id: number; code: string; symbol: string; decimals: number }

const hasProduct = (row: ItemRow) => row.product_id !== ''
const productOf = (offered: readonly Product[], row: ItemRow) =>
  offered.find((product) => String(product.id) === row.product_id)
/** A product that applies no tax stands at zero whatever the document's tax. */
const rateOf = (product: Product | undefined, rate: number | undefined): string =>
  product && !product.apply_tax ? '0' : rate === undefined ? '' : String(rate)
