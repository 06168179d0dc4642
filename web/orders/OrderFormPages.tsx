import { Navigate, useSearch } from '@tanstack/react-router'
import { type OrderKindName, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { taxes } from '#contract/taxes.ts'
import { isInitialLoading } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useRecord } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { addDays } from '../documents/addDays.ts'
import { only15 } from '../documents/DocumentFormPages.tsx'
import { emptyItem, storedItem } from '../documents/items/itemRow.ts'
import { orderPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { useDefaultChoice } from '../ui/fields/useDefaultChoice.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import type { Order } from './Order.ts'
import { OrderForm } from './OrderForm.tsx'

/** How long a new quotation is valid, until another day is chosen. */
const validDays = 30

type OrderSearch = { copy?: string | number; party?: string | number }

/** A new order, or the copy of one (`?copy=7`): today's date, one empty row, the usual branch and tax. */
export function OrderCreatePage({ name }: { name: OrderKindName }) {
  const { organization } = useUser()
  const { side, untilField } = orderKinds[name]
  const branch = useUsualBranch()
  const tax = useDefaultChoice(`${side.name}-tax`, optionsOf(taxes), { side: side.name })
  const { copy, party } = useSearch({ strict: false }) as OrderSearch
  const source = useRecord(orders[name] as (typeof orders)['quotation'], copy ?? null)
  if (branch.isAwaited || tax.isAwaited || isInitialLoading(source)) return <LoadingPage list={orderPath(name)} />
  if (copy !== undefined && !source.data) return <LoadingPage of={source} list={orderPath(name)} />
  const values = {
    order_date: today(),
    [untilField]: name === 'quotation' ? addDays(today(), validDays) : '',
    [side.partyField]: party === undefined ? '' : String(party),
    branch_id: branch.usual,
    place_id: '',
    currency_id: String(organization.currency.id),
    tax_id: tax.usual || only15(tax.offered),
    po_number: '',
    payment_terms: '',
    notes: '',
    prices_include_tax: organization.prices_include_tax,
    discount_amount: '',
    discount_percent: '',
    items: [emptyItem()],
    ...(source.data && copiedValues(name, source.data)),
  }
  return <OrderForm key={`${copy ?? ''} ${party ?? ''}`} name={name} id={null} values={values} />
}

/** What is said again: party, rows and terms. Days are new, and nothing is taken of a quotation. */
function copiedValues(name: OrderKindName, record: Order) {
  const { side } = orderKinds[name]
  const values = editedValues(record) as Record<string, unknown>
  const copied = [
    side.partyField,
    side.party,
    'branch_id',
    'place_id',
    'place',
    'currency_id',
    'tax_id',
    'prices_include_tax',
  ]
  const more = ['discount_amount', 'discount_percent', 'payment_terms', 'notes']
  return {
    ...Object.fromEntries([...copied, ...more].map((field) => [field, values[field]])),
    items: record.items.map((item) => ({
      ...storedItem(item),
      order_line_id: '',
      goods_line_id: '',
      difference_reason: '',
    })),
  }
}

/** A draft to continue; anything else is read on its page, which says how it is changed. */
export function OrderEditPage({ name }: { name: OrderKindName }) {
  return (
    <RecordPage resource={orders[name] as (typeof orders)['quotation']} list={orderPath(name)}>
      {(record) =>
        record.locked_because ? (
          <Navigate to={`${orderPath(name)}/${record.id}/view`} replace />
        ) : (
          <OrderForm name={name} id={record.id} values={editedValues(record)} />
        )
      }
    </RecordPage>
  )
}

const editedValues = (record: Order) => ({
  ...valuesOf(record, {}),
  items: record.items.map((item) => storedItem(item)),
})
