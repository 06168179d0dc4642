import { chartCalls } from '#contract/chart.ts'
import type { Call } from '#contract/kit/resource.ts'
import { useChoices } from '../fields/useChoices.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { LineCell } from '../lines/LineColumn.ts'
import { LineSelect } from '../lines/LineSelect.tsx'
import { localName } from '../words/localName.ts'
import classes from './Journal.module.css'
import type { JournalLine } from './journalLine.ts'
import { useLeaves } from './useLeaves.ts'

type Cell = LineCell<JournalLine>

/** The account of a line: only sub accounts, found by number or name. */
export function AccountCell({ row, change, control }: Cell) {
  const { leaves, choices } = useLeaves(chartCalls.accountOptions)
  return (
    <div className={classes.account}>
      <LineSelect
        control={control}
        value={row.account_id}
        choices={known(choices, row.account_id, `${row.account_number} ${row.account_name}`)}
        onChange={(id) => {
          const account = leaves.find((leaf) => String(leaf.id) === id)
          if (account) change({ account_id: id, account_number: account.number, account_name: localName(account) })
        }}
      />
    </div>
  )
}

/** The cost center of a line: only sub cost centers. */
export function CostCenterCell({ row, change, control }: Cell) {
  const { leaves, choices } = useLeaves(chartCalls.costCenterOptions)
  return (
    <div className={classes.reference}>
      <LineSelect
        control={control}
        value={row.cost_center_id}
        choices={[nobody, ...known(choices, row.cost_center_id, row.cost_center_name)]}
        onChange={(id) => {
          const center = leaves.find((leaf) => String(leaf.id) === id)
          change({ cost_center_id: center ? id : '', cost_center_name: center ? localName(center) : '' })
        }}
      />
    </div>
  )
}

type PartyCellProps = Cell & { party: 'customer' | 'supplier'; call: Call }
/** Whom a line concerns. A line has one party: choosing a customer takes the supplier off, and the other way round. */
export function PartyCell({ row, change, control, party, call }: PartyCellProps) {
  const { choices, setSearch, find } = useChoices(call)
  const other = party === 'customer' ? 'supplier' : 'customer'
  return (
    <div className={classes.reference}>
      <LineSelect
        control={control}
        value={row[`${party}_id`]}
        choices={[nobody, ...known(choices, row[`${party}_id`], row[`${party}_name`])]}
        onSearch={setSearch}
        onChange={(id) => {
          const chosen = find(id)
          const own = { [`${party}_id`]: chosen ? id : '', [`${party}_name`]: chosen ? localName(chosen) : '' }
          change(chosen ? { ...own, [`${other}_id`]: '', [`${other}_name`]: '' } : own)
        }}
      />
    </div>
  )
}

/** A number and the name it belongs to; the number reads left to right. */
export function NumberedName({ number, name }: { number: string; name: string }) {
  return (
    <>
      <Num>{number}</Num> <bdi>{name}</bdi>
    </>
  )
}

const nobody = { value: '', label: '–' }
type Choice = { value: string; label: string }
/** What a stored line refers to may have become inactive since: it stays choosable in its own line. */
function known(choices: readonly Choice[], id: string, label: string): readonly Choice[] {
  if (id === '' || choices.some((choice) => choice.value === id)) return choices
  return [{ value: id, label }, ...choices]
}
