import { Title } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import type { Side } from '#contract/documents/sides.ts'
import { taxes } from '#contract/organization.ts'
import { text } from '#ledger/money.ts'
import { useOptions } from '../../api/options.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useUser } from '../../api/session.ts'
import { useCurrencyOf } from '../../api/useCurrencyOf.ts'
import { WorthFields } from '../../organization/WorthFields.tsx'
import { includeStoredOption } from '../../ui/fields/includeStoredOption.ts'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import { LinesEditor } from '../../ui/lines/LinesEditor.tsx'
import { useLines } from '../../ui/lines/useLines.ts'
import { useCostCenters } from '../useCostCenters.tsx'
import { DocumentDiscount, storedDiscount } from './DocumentDiscount.tsx'
import classes from './DocumentItems.module.css'
import { itemColumns } from './itemColumns.tsx'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { type Product, rateOf } from './ProductCell.tsx'
import type { TaxChoice } from './RowTaxCell.tsx'
import { TotalsFooter, totalsOf } from './TotalsFooter.tsx'
import { useRowDetails } from './useRowDetails.tsx'

type DocumentItemsProps = { side: Side; form: SchemaForm; isPosted: boolean }

/** The items table. Every row's tax follows the document's; a product brings its price along. */
export function DocumentItems({ side, form: documentForm, isPosted }: DocumentItemsProps) {
  const { t } = useTranslation(['documents', 'common'])
  const { form } = documentForm
  const centers = useCostCenters(form, side.document !== 'advance_invoice')
  const lines = useLines<ItemRow>(documentForm, 'items', () => ({ ...emptyItem(), ...centers.usual }))
  const alwaysTaxed = useUser().organization.row_tax_always_invoice
  const [query] = useState(() => ({ side: side.name, ...includeStoredOption(form.getValues(), 'tax_id') }))
  const taxOptions = useOptions(optionsOf(taxes), query)
  const taxId = useWatched(form, 'tax_id')
  const currencyId = useWatched(form, 'currency_id')
  const currency = useCurrencyOf()(currencyId)
  const rate = (taxOptions.data as Tax[] | undefined)?.find((tax) => String(tax.id) === taxId)?.charged_rate
  // A stored row says nothing of its product's tax; the catalog does, for the products at hand.
  const catalog = useOptions(optionsOf(products))
  const facts = useRef({ rate, catalog: [] as readonly Product[], taxes: [] as readonly TaxChoice[] })
  facts.current = {
    rate,
    catalog: (catalog.data ?? []) as unknown as Product[],
    taxes: (taxOptions.data ?? []) as unknown as TaxChoice[],
  }
  const details = useRowDetails(documentForm)
  const { shown: withDetails, includesTax } = details
  const [discount, setDiscount] = useState(() => storedDiscount(form.getValues()))
  const columns = useMemo(() => {
    const priceOf = (product: Product) => (side.name === 'sales' ? product.sale_price : product.purchase_price)
    return itemColumns({
      alwaysTaxed,
      priceOf,
      rate: () => facts.current.rate,
      decimals: currency?.decimals ?? 2,
      withCostCenter: centers.shown,
      details: withDetails ? { taxes: () => facts.current.taxes, usual: taxId } : undefined,
      includesTax,
    })
  }, [currency?.decimals, side.name, centers.shown, alwaysTaxed, withDetails, includesTax, taxId])

  // The rows follow a tax that is chosen after them; what was stored stays as it is until then.
  // Where every row takes the tax, a draft's do from the start: it could not be issued as it stands.
  const followed = useRef(alwaysTaxed && !isPosted ? '' : taxId)
  const { map } = lines
  useEffect(() => {
    if (followed.current === taxId || (taxId !== '' && rate === undefined)) return
    followed.current = taxId
    const taxed = (row: ItemRow) => alwaysTaxed || appliesTax(facts.current.catalog, row)
    map((row) => (row.product_id ? { ...row, tax_id: '', tax_rate: rateOf(taxed(row), rate) } : row))
  }, [taxId, rate, map, alwaysTaxed])
  const document = { rows: lines.lines.map((line) => line.row), taxId, discount, includesTax }
  return (
    <section className={classes.items} aria-label={t('sections.items')}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('sections.items')}
        </Title>
        <div className={classes.centers}>
          {details.controls}
          {centers.controls(lines)}
        </div>
      </div>
      <LinesEditor
        name="items"
        lines={lines}
        columns={columns}
        confirmable={hasProduct}
        footer={
          <>
            <DocumentDiscount onChange={setDiscount} />
            <TotalsFooter {...document} currency={currency} />
          </>
        }
      />
      {side.document !== 'advance_invoice' && (
        <WorthFields
          dateField={side.dateField}
          baseField="total_base"
          amount={text(totalsOf(document, currency?.decimals).total)}
        />
      )}
    </section>
  )
}

type Tax = { id: number; charged_rate: number }

const hasProduct = (row: ItemRow) => row.product_id !== ''
const appliesTax = (catalog: readonly Product[], row: ItemRow): boolean | undefined =>
  row.apply_tax ?? catalog.find((product) => String(product.id) === row.product_id)?.apply_tax
