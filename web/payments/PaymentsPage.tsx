import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { parties } from '#contract/parties.ts'
import { paymentCalls, payments } from '#contract/payments.ts'
import IconView from '~icons/tabler/eye'
import { linkedReferenceColumn } from '../accounting-ui/linkedColumns.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { useLockedRow } from '../documents/useLockedRow.ts'
import { useMayOpen } from '../routes/OpenLink.tsx'
import { partyPath, paymentPath } from '../routes/paths.ts'
import type { Column } from '../ui/cells/Column.ts'
import { amountColumn, dateColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FilterChoice } from '../ui/filters/FilterChoice.tsx'
import { FilterDrawer } from '../ui/filters/FilterDrawer.tsx'
import { FilterPanelSelect } from '../ui/filters/FilterPanelSelect.tsx'
import { RangeFilters } from '../ui/filters/RangeFilters.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'

type Row = RowOf<(typeof payments)['sales']>

const columnsOf = (side: Side, canUpdate: boolean): readonly Column<Row>[] => [
  {
    name: 'payment_number',
    card: 'plain',
    width: 170,
    draw: (row) => (
      <>
        <Link to={`${paymentPath(side)}/${row.id}${canUpdate && !row.is_void ? '' : '/view'}`} className="link">
          <Num>{row.payment_number}</Num>
        </Link>{' '}
        {row.is_void && <VoidDot />}
      </>
    ),
  },
  { ...dateColumn('payment_date'), card: 'plain' },
  {
    ...linkedReferenceColumn<Row>(
      side.party as 'customer',
      (row) => `${partyPath(side)}/${fieldOf<number>(row, side.partyField)}/view`,
    ),
    card: 'title',
  },
  { ...amountColumn('amount'), card: 'figure' },
]

/** The voucher as it prints; its number leads to the record. */
function ViewLink({ to, name }: { to: string; name: string }) {
  const { t } = useTranslation('payments')
  const label = t('actions.view_named', { name })
  if (!useMayOpen(to)) return null
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} aria-label={label}>
        <IconView aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** A voucher is masculine where an invoice is not. */
function VoidDot() {
  const { t } = useTranslation('payments')
  return <StatusDot status="void" label={t('void.status')} />
}

// Bulk actions are loaded when the first row is selected.
const PaymentActs = lazy(async () => ({ default: (await import('./PaymentActs.tsx')).PaymentActs }))

/** The list of one side's payments: money received from customers, or paid to suppliers. */
export function PaymentsPage({ side }: { side: Side }) {
  const { t } = useTranslation('payments')
  const lockOf = useLockedRow()
  const can = useCan()
  const canUpdate = can(`update-${side.payment.replace('_', '-')}`)
  const columns = useMemo(() => columnsOf(side, canUpdate), [side, canUpdate])
  return (
    <ListPage
      resource={payments[side.name] as (typeof payments)['sales']}
      columns={columns}
      formPath={paymentPath(side)}
      actOf={() => 'void'}
      rowPath={({ id }) => `${paymentPath(side)}/${id}/view`}
      paper={{ call: paperCalls[side.payment] }}
      bulk={(selection) => (
        <Suspense>
          <PaymentActs side={side} selection={selection} />
        </Suspense>
      )}
      rowName={(row) => row.payment_number}
      rowLink={(row) => <ViewLink to={`${paymentPath(side)}/${row.id}/view`} name={row.payment_number} />}
      lockOf={({ is_void, closed_period, payment_number }) =>
        is_void ? { why: t('void.locked') } : lockOf(closed_period, payment_number, t(`closed.${closed_period}`))
      }
      filterCalls={() => import('../accounting-ui/partyFilterCalls.ts').then((m) => m.partyFilterCalls(side))}
      sums={paymentCalls[side.name].sums}
      filters={
        <FilterDrawer>
          <FilterChoice name={side.partyField} call={optionsOf(parties[side.name])} />
          <RangeFilters />
          <FilterPanelSelect name="with_void" choices={[{ value: '1', label: t('void.shown') }]} />
        </FilterDrawer>
      }
    />
  )
}
