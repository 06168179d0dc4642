import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { showRefusal } from '../../api/toasts.ts'
import { priceIn, type Trade, type UnitOption, unitLabel, usualUnit } from '../../catalog/unitChoices.ts'
import { localName } from '../../i18n/localName.ts'
import { useChoices } from '../../ui/fields/useChoices.ts'
import { useCreateHere } from '../../ui/fields/useCreateHere.tsx'
import { focusField } from '../../ui/focus/focusField.ts'
import type { LineCell } from '../../ui/lines/LineColumn.ts'
import { LineSelect } from '../../ui/lines/LineSelect.tsx'
import type { ItemRow } from './itemRow.ts'

export type Product = {
  id: number
  name: string
  name_en: string | null
  sale_price: number
  purchase_price: number
  apply_tax: boolean
  unit?: string
  unit_en?: string | null
  /** Its further units. */
  units?: readonly UnitOption[]
}
type ProductCellProps = {
  cell: LineCell<ItemRow>
  trade: Trade
  /** The document's tax as it is at this moment; undefined while none is chosen. */
  rate: () => number | undefined
  alwaysTaxed: boolean
}

/** The product of a row, searched by the server where there are many. It brings its price, one piece and its tax. */
export function ProductCell({ cell: { row, change, control }, trade, rate, alwaysTaxed }: ProductCellProps) {
  const { t } = useTranslation('errors')
  const { choices, setSearch, isSettled, find } = useChoices<Product>(optionsOf(products))
  const here = useCreateHere(
    optionsOf(products),
    (record) => {
      take(String(record.id), record as Product)
      focusField(String(control['data-field']).replace(/product_id$/, 'quantity'))
    },
    isSettled,
  )
  const choose = (id: string) => {
    const product = find(id)
    if (product) take(id, product)
  }
  function take(id: string, product: Product) {
    const filled = rowOfProduct(product, { trade, rate: rate(), alwaysTaxed })
    if (filled) return change({ ...filled, product_id: id })
    showRefusal(t('tax_not_selected'))
    // The way out: the field that is missing.
    document.querySelector<HTMLElement>('[data-field=tax_id]')?.focus()
  }
  return (
    <LineSelect
      control={control}
      value={row.product_id}
      unknown={row.label || row.product_name}
      choices={known(choices, row)}
      onSearch={setSearch}
      onChange={choose}
      here={here}
    />
  )
}

export type RowFacts = Pick<ProductCellProps, 'trade' | 'alwaysTaxed'> & { rate: number | undefined }

/**
 * What a product brings to its row: one of the unit that was scanned or is usual, its price and its tax. Null while the tax that it takes is not
 * chosen. `scanned`: undefined is the usual one, null the product's own.
 */
export function rowOfProduct(product: Product, { trade, rate, alwaysTaxed }: RowFacts, scanned?: UnitOption | null) {
  const isTaxed = product.apply_tax || alwaysTaxed
  if (isTaxed && rate === undefined) return null
  const unit = scanned === undefined ? usualUnit(product, trade) : (scanned ?? undefined)
  const price = priceIn(product, unit, trade)
  return {
    product_id: String(product.id),
    product_name: '',
    label: localName(product),
    apply_tax: isTaxed,
    quantity: '1',
    product_unit_id: unit ? String(unit.id) : '',
    unit_label: unit ? unitLabel(unit) : '',
    price,
    product_price: price,
    filled_price: price,
    lots: [],
    tax_id: '',
    tax_rate: productTaxRate(isTaxed, rate),
  }
}

/** A product without tax has the rate zero, under any tax of the document. */
export const productTaxRate = (appliesTax: boolean | undefined, rate: number | undefined): string =>
  appliesTax === false ? '0' : rate === undefined ? '' : String(rate)

/** A row's product may be inactive, or outside the loaded options: it stays selectable in its own row. */
function known(choices: { value: string; label: string }[], row: ItemRow) {
  if (row.product_id === '' || choices.some((choice) => choice.value === row.product_id)) return choices
  return [{ value: row.product_id, label: row.label || row.product_name }, ...choices]
}
