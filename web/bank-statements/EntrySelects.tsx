import { Checkbox, Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { TaxSelect } from './TaxSelect.tsx'

/** The account that a line is entered against, with its cost center and the tax that the amount contains. */
type EntryChoices = Record<'account_id' | 'cost_center_id' | 'tax_id', string | null>
/** `is_tax_only`: the whole amount is the tax, of a charge that is a line of its own. */
export type ChosenEntry = EntryChoices & { is_tax_only: boolean }
export const noEntry: ChosenEntry = { account_id: null, cost_center_id: null, tax_id: null, is_tax_only: false }

/** The accounts that entries may be made on; the others are posted by the system only. */
const ofEntries = { purpose: 'entry' }

type SelectNames = Pick<SelectProps, 'label' | 'aria-label' | 'placeholder' | 'autoFocus'>
type EntrySelectsProps = {
  value: ChosenEntry
  onChange: (value: ChosenEntry) => void
  /** How a field is named, above it or inside it, and which one has the focus first. */
  named: (field: 'account' | 'cost_center' | 'tax') => SelectNames
  disabled?: boolean
}

/** The selects of an entry that is made of lines; cost centers where there are any. */
export function EntrySelects({ value, onChange, named, disabled = false }: EntrySelectsProps) {
  const { t } = useTranslation('bankStatements')
  const { choices: accounts } = usePostableNodes(chartCalls.accountOptions, ofEntries)
  const { choices: centers } = usePostableNodes(chartCalls.costCenterOptions)
  const field = (name: keyof EntryChoices) => ({
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
        // It has the focus first: its options would cover what is below it.
        openOnFocus={false}
      />
      {centers.length > 0 && (
        <Select {...named('cost_center')} {...field('cost_center_id')} {...search} data={[...centers]} />
      )}
      <TaxSelect
        {...named('tax')}
        {...field('tax_id')}
        onChange={(tax_id) => onChange({ ...value, tax_id, is_tax_only: value.is_tax_only && tax_id !== null })}
      />
      {value.tax_id !== null && (
        <Checkbox
          label={t('entry.is_tax_only')}
          checked={value.is_tax_only}
          onChange={(event) => onChange({ ...value, is_tax_only: event.currentTarget.checked })}
          disabled={disabled}
        />
      )}
    </>
  )
}
