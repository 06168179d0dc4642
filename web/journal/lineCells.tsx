import { chartCalls } from '#contract/chart.ts'
import type { Call } from '#contract/kit/resource.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { nothingChosen, withCurrentOption } from '../accounting-ui/withCurrentOption.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useChoices } from '../ui/fields/useChoices.ts'
import { useCreateHere } from '../ui/fields/useCreateHere.tsx'
import type { LineCell } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import classes from './Journal.module.css'
import type { JournalLine } from './journalLine.ts'

type Cell = LineCell<JournalLine>
type ChosenAccount = { id: number; number: string; name: string; name_en: string | null; type: string }

/** The account of a line: only sub accounts, found by number or name. */
export function AccountCell({ row, change, control }: Cell) {
  const { leaves, choices } = usePostableNodes(chartCalls.accountOptions)
  const here = useCreateHere(chartCalls.accountOptions, (record) => {
    const account = record as ChosenAccount
    if (account.type === 'sub')
      change({ account_id: String(account.id), account_number: account.number, account_name: localName(account) })
  })
  return (
    <div className={classes.account}>
      <LineSelect
        control={control}
        value={row.account_id}
        choices={withCurrentOption(choices, row.account_id, `${row.account_number} ${row.account_name}`)}
        onChange={(id) => {
          const account = leaves.find((leaf) => String(leaf.id) === id)
          if (account) change({ account_id: id, account_number: account.number, account_name: localName(account) })
        }}
        here={here}
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
        choices={[nothingChosen, ...withCurrentOption(choices, row[`${party}_id`], row[`${party}_name`])]}
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
export function NumberAndName({ number, name }: { number: string; name: string }) {
  return (
    <>
      <Num>{number}</Num> <bdi>{name}</bdi>
    </>
  )
}
