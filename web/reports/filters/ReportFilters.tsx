import { Button } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { lotOptionsCall } from '#contract/lots/lots.ts'
import { customers, suppliers } from '#contract/parties.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import IconFilter from '~icons/tabler/adjustments-horizontal'
import { optionsOf } from '../../api/optionsOf.ts'
import classes from '../Report.module.css'
import { AccountFilter } from './AccountFilter.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { CompareFilter } from './CompareFilter.tsx'
import { CurrencyFilter } from './CurrencyFilter.tsx'
import { KindFilter } from './KindFilter.tsx'
import { KnownFilter } from './KnownFilter.tsx'
import { LineFilter } from './LineFilter.tsx'
import { AgesFilter, BoxesFilter, BranchesFilter, CostCentersFilter } from './ManyFilter.tsx'
import { OneFilter } from './OneFilter.tsx'
import { PartyFilter } from './PartyFilter.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { useReportScope } from './ReportScope.ts'
import { SwitchFilter } from './SwitchFilter.tsx'
import { UserFilter } from './UserFilter.tsx'
import { WithoutFilter } from './WithoutFilter.tsx'

/** How each filter is asked for. A report shows those it takes, in this order. */
type ControlProps = { subject: Sheet['subject'] | undefined }
const controls: Record<string, ComponentType<ControlProps>> = {
  account_id: AccountFilter,
  line: LineFilter,
  customer_id: ({ subject }) => <OneFilter name="customer_id" call={optionsOf(customers)} subject={subject} />,
  supplier_id: ({ subject }) => <OneFilter name="supplier_id" call={optionsOf(suppliers)} subject={subject} />,
  product_id: ({ subject }) => <OneFilter name="product_id" call={optionsOf(products)} subject={subject} />,
  lot_id: ({ subject }) => <OneFilter name="lot_id" call={lotOptionsCall} subject={subject} />,
  party_id: PartyFilter,
  age: AgesFilter,
  currency_id: CurrencyFilter,
  branch_id: BranchesFilter,
  cost_center_id: CostCentersFilter,
  columns: () => <ChoiceFilter name="columns" choices={['none', 'month', 'quarter', 'branch', 'cost_center']} />,
  compare: CompareFilter,
  depth: () => <ChoiceFilter name="depth" choices={['1', '2', '3', 'all']} />,
  kind: KindFilter,
  user_id: UserFilter,
  roll_up: () => <SwitchFilter name="roll_up" />,
  hide_corrected: () => <SwitchFilter name="hide_corrected" />,
  include_closing: () => <SwitchFilter name="include_closing" />,
  without: WithoutFilter,
  box: BoxesFilter,
  as_known_at: KnownFilter,
}

/** The subject of the report. Always visible, on a phone too. */
const first = new Set(['account_id', 'customer_id', 'supplier_id', 'product_id', 'lot_id'])

/** On a phone the dates are first, and other filters appear on request or when set: the figures matter. */
export function ReportFilters({ sheet }: { sheet: Sheet | undefined }) {
  const { t } = useTranslation('reports')
  const { report, search } = useReportScope()
  const own = Object.entries(controls).filter(([name]) => report.filters.includes(name))
  const rest = own.filter(([name]) => !first.has(name))
  const [open, setOpen] = useState(() => rest.some(([name]) => search[name]))
  const shown = (list: typeof own) => list.map(([name, Control]) => <Control key={name} subject={sheet?.subject} />)
  return (
    <div className={classes.filters}>
      {report.filters.includes('to') && <RangeFilter period={sheet?.period} />}
      {shown(own.filter(([name]) => first.has(name)))}
      {rest.length > 0 && (
        <Button
          className={classes.more}
          variant="default"
          leftSection={<IconFilter aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('more_filters')}
        </Button>
      )}
      <div className={classes.rest} data-open={open || undefined}>
        {shown(rest)}
      </div>
    </div>
  )
}
