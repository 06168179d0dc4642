import { useEffect, useRef, useState } from 'react'
import { products } from '#contract/catalog.ts'
import { taxes } from '#contract/taxes.ts'
import { useOptions } from '../../api/options.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { includeStoredOption } from '../../ui/fields/includeStoredOption.ts'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import type { Lines } from '../../ui/lines/useLines.ts'
import type { ItemRow } from './itemRow.ts'
import { type Product, productTaxRate } from './ProductCell.tsx'
import type { TaxChoice } from './RowTaxCell.tsx'

type Facts = { rate: number | undefined; catalog: readonly Product[]; taxes: readonly TaxChoice[] }
type Following = { side: string; alwaysTaxed: boolean; isPosted: boolean }

/** The document's tax, which every row takes once it is chosen, and the taxes a row may take instead. */
export function useItemTaxes(
  { form }: SchemaForm,
  { map }: Pick<Lines<ItemRow>, 'map'>,
  { side, alwaysTaxed, isPosted }: Following,
) {
  const [query] = useState(() => ({ side, ...includeStoredOption(form.getValues(), 'tax_id') }))
  const options = useOptions(optionsOf(taxes), query).data as TaxChoice[] | undefined
  const taxId = useWatched(form, 'tax_id')
  const rate = options?.find((tax) => String(tax.id) === taxId)?.charged_rate
  // A stored row does not have its product's tax. The catalog does, for the loaded products.
  const catalog = useOptions(optionsOf(products)).data as Product[] | undefined
  const facts = useRef<Facts>({ rate, catalog: [], taxes: [] })
  facts.current = { rate, catalog: catalog ?? [], taxes: options ?? [] }
  // The rows follow a tax that is chosen after them. Until then stored rows remain as they are.
  // If every row must take the tax, the rows of a draft do so from the start: otherwise it could not be issued.
  const followed = useRef(alwaysTaxed && !isPosted ? '' : taxId)
  useEffect(() => {
    if (followed.current === taxId || (taxId !== '' && rate === undefined)) return
    followed.current = taxId
    const taxed = (row: ItemRow) => alwaysTaxed || appliesTax(facts.current.catalog, row)
    map((row) => (row.product_id ? { ...row, tax_id: '', tax_rate: productTaxRate(taxed(row), rate) } : row))
  }, [taxId, rate, map, alwaysTaxed])
  const isTaxed = (row: ItemRow) => alwaysTaxed || appliesTax(facts.current.catalog, row) === true
  return { taxId, facts, isTaxed }
}

const appliesTax = (catalog: readonly Product[], row: ItemRow): boolean | undefined =>
  row.apply_tax ?? catalog.find((product) => String(product.id) === row.product_id)?.apply_tax
