import { priceLists } from '#contract/prices/price-lists.ts'
import type { RecordOf } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { priceListsPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PriceListForm } from './PriceListForm.tsx'
import { emptyPrice } from './priceRow.ts'

/** A new list for everyone, in base currency. */
export function PriceListCreatePage() {
  const { organization } = useUser()
  const values = {
    name: '',
    name_en: '',
    status: 'active',
    audience: 'everyone',
    branch_id: '',
    starts_on: '',
    ends_on: '',
    currency_id: String(organization.currency.id),
    prices_include_tax: organization.prices_include_tax,
    customers: [],
    items: [emptyPrice()],
  }
  return <PriceListForm id={null} values={values} />
}

export const PriceListEditPage = () => (
  <RecordPage resource={priceLists} list={priceListsPath}>
    {(record) => <PriceListForm id={record.id} values={editedValues(record)} />}
  </RecordPage>
)

const editedValues = (record: RecordOf<typeof priceLists>) => ({
  ...valuesOf(record, {}),
  customers: record.customers.map(({ customer_id, customer }) => ({
    customer_id: String(customer_id),
    label: localName(customer),
    stored: true,
  })),
  items: record.items.map((item) => ({
    product_id: String(item.product_id),
    label: localName(item.product),
    product_unit_id: String(item.product_unit_id ?? ''),
    unit_label: item.product_unit_id === null ? '' : localName(item.unit),
    line_number: item.line_number,
    from_quantity: String(item.from_quantity),
    price: shown(item.price),
    percent_off: shown(item.percent_off),
  })),
})
const shown = (figure: number | null): string => (figure === null ? '' : String(figure))
