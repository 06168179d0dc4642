import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf } from '#contract/documents/sides.ts'
import { orderCalls } from '#contract/orders/order-calls.ts'
import { type OrderKindName, orderKinds, progresses } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { parties } from '#contract/parties.ts'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import { orderPath, partyPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterNative } from '../ui/filters/FilterNative.tsx'
import { FilterRanges } from '../ui/filters/FilterRanges.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { type OrderRow, untilOf } from './Order.ts'
import { OrderStatus } from './OrderStatus.tsx'

const columnsOf = (name: OrderKindName, say: (progress: string) => string): readonly Column<OrderRow>[] => {
  const { side, untilField } = orderKinds[name]
  return [
    {
      name: 'number',
      width: 152,
      card: 'plain',
      draw: (row) => (
        <Link to={`${orderPath(name)}/${row.id}/view`} className="link">
          <Num>{row.number}</Num>
        </Link>
      ),
    },
    { ...dateColumn('order_date'), card: 'plain' },
    { name: untilField, width: 108, card: 'plain', draw: (row) => <Num>{untilOf(name, row)}</Num> },
    {
      ...linkedReferenceColumn<OrderRow>(
        side.party as 'customer',
        (row) => `${partyPath(side)}/${fieldOf<number>(row, side.partyField)}/view`,
      ),
      card: 'title',
    },
    { name: 'status', width: 130, card: 'end', draw: (row) => <OrderStatus name={name} status={row.status} /> },
    { name: 'progress', card: 'plain', draw: (row) => say(row.progress) },
    { ...amountColumn('total'), card: 'figure' },
    { ...amountColumn('open_total'), extra: true },
  ]
}

/** The list of one kind: quotations, sales orders or purchase orders, with what of them is still to be invoiced. */
export function OrdersPage({ name }: { name: OrderKindName }) {
  const { t } = useTranslation(['orders', 'common'])
  const kind = orderKinds[name]
  const { uses_goods_notes } = useUser().organization
  const columns = useMemo(() => columnsOf(name, (progress) => t(`progress.${name}.${progress}`)), [name, t])
  const statuses = [...kind.states, ...(name === 'quotation' ? ['expired'] : [])]
  return (
    <ListPage
      resource={orders[name] as (typeof orders)['quotation']}
      columns={columns}
      formPath={orderPath(name)}
      rowPath={({ id }) => `${orderPath(name)}/${id}/view`}
      rowName={({ number }) => number}
      lockOf={({ state }) => (state === 'draft' ? null : { why: t(`locked.${state}`) })}
      filterCalls={() => import('../accounting-ui/partyFilterCalls.ts').then((m) => m.partyFilterCalls(kind.side))}
      sums={orderCalls[name].sums}
      paper={{ call: paperCalls[name] }}
      filters={
        <>
          <FilterNative
            name="status"
            all={t('common:statuses.all')}
            choices={statuses.map((value) => ({ value, label: t(`statuses.${name}.${value}`) }))}
          />
          <FilterNative
            name="progress"
            all={t('progress.every')}
            choices={['open', ...progresses].map((value) => ({ value, label: t(`progress.${name}.${value}`) }))}
          />
          {uses_goods_notes && name !== 'quotation' && (
            <FilterNative
              name="delivery"
              all={t('delivery.every')}
              choices={['open', ...progresses].map((value) => ({ value, label: t(`delivery.${name}.${value}`) }))}
            />
          )}
          <FilterDrawer>
            <FilterChoice name={kind.side.partyField} call={optionsOf(parties[kind.side.name])} />
            <FilterRanges />
          </FilterDrawer>
        </>
      }
    />
  )
}
