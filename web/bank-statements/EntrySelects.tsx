import { Select, type SelectProps } from '@mantine/core'
import { chartCalls } from '#contract/chart.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { TaxSelect } from './TaxSelect.tsx'

/** The account that a line is entered against, with its cost center and the tax that the amount contains. */
export type ChosenEntry = Record<'account_id' | 'cost_center_id' | 'tax_id', string | null>
export const noEntry: ChosenEntry = { account_id: null, cost_center_id: null, tax_id: null }

type Named = Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'autoFocus'>
type EntrySelectsProps = {
  value: ChosenEntry
  onChange: (value: ChosenEntry) => void
  /** How a field is named, above it or inside it, and which one has the focus first. */
  named: (field: 'account' | 'cost_center' | 'tax') => Named
  disabled?: boolean
}

/** The selects of an entry that is made of lines; cost centers where there are any. */
export function EntrySelects({ value, onChange, named, disabled = false }: EntrySelectsProps) {
  const { choices: accounts } = usePostableNodes(chartCalls.accountOptions)
  const { choices: centers } = usePostableNodes(chartCalls.costCenterOptions)
  const field = (name: keyof ChosenEntry) => ({
    value: value[name],
    onChange: (chosen: string | null) => onChange({ ...value, [name]: chosen }),
    disabled,
  })
  const search = { filter: matchFolded, searchable: true, clearable: true }
  return (
    <>
      <Select
        {...named('account')}
        {...field('account_id')}
        {...search}
        data={[...accounts]}
        selectFirstOptionOnChange
      />
      {centers.length > 0 && (
        <Select {...named('cost_center')} {...field('cost_center_id')} {...search} data={[...centers]} />
      )}
      <TaxSelect {...named('tax')} {...field('tax_id')} />
    </>
  )
}
