import { useSearch } from '@tanstack/react-router'
import { products, units } from '#contract/catalog.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { productUnits } from '#contract/units/product-units.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import type { Column } from '../ui/cells/Column.ts'
import { referenceColumn, statusColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { ListPage } from '../ui/list/ListPage.tsx'
import { BarcodesField } from './BarcodesField.tsx'
import { unitLabel } from './unitChoices.ts'

type Row = RowOf<typeof productUnits>
const columns: readonly Column<Row>[] = [
  { ...referenceColumn('unit'), card: 'title' },
  { ...referenceColumn('product'), card: 'plain' },
  { name: 'content', figures: true, width: 110, draw: ({ content }) => <Num>{formatPlain(content)}</Num> },
  { name: 'sale_price', figures: true, width: 120, draw: ({ sale_price }) => <OwnPrice price={sale_price} /> },
  {
    name: 'purchase_price',
    figures: true,
    width: 120,
    draw: ({ purchase_price }) => <OwnPrice price={purchase_price} />,
  },
  { ...statusColumn(), card: 'end' },
]

/** Further units of products: a carton of twelve pieces. The address names the product (`?product_id=7`) whose units are shown and added. */
export function ProductUnitsPage() {
  const { product_id } = useSearch({ strict: false }) as { product_id?: string | number }
  return (
    <ListPage
      resource={productUnits}
      columns={columns}
      filters={<StatusFilter />}
      filterCalls={() => Promise.resolve({ product_id: optionsOf(products) })}
      rowName={(row) => `${localName(row.product)} · ${unitLabel({ ...row.unit, content: row.content })}`}
    >
      <DrawerForm defaults={{ status: 'active', product_id: product_id === undefined ? '' : String(product_id) }}>
        {(values) => <UnitFields values={values} />}
      </DrawerForm>
    </ListPage>
  )
}

function UnitFields({ values }: { values: Values }) {
  const { decimals } = useUser().organization.currency
  return (
    <>
      <SelectField name="product_id" call={optionsOf(products)} known={(values.product as Choosable) ?? null} />
      <SelectField name="unit_id" call={optionsOf(units)} known={(values.unit as Choosable) ?? null} />
      <NumberField name="content" />
      <NumberField name="sale_price" decimals={decimals} />
      <NumberField name="purchase_price" decimals={decimals} />
      <BarcodesField />
      <SwitchField name="usual_for_sales" />
      <SwitchField name="usual_for_purchases" />
      <StatusField />
    </>
  )
}

/** Without a price of its own it costs what it holds costs. */
function OwnPrice({ price }: { price: number | null }) {
  const { decimals } = useUser().organization.currency
  return price === null ? '–' : <Num>{formatNumber(price, 6, decimals)}</Num>
}
