import { Select, type SelectProps } from '@mantine/core'
import { taxes } from '#contract/taxes.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { type Choosable, toSelectOption } from '../ui/values/toSelectOption.ts'

const ofPurchases = { side: 'purchases' }

/** The tax that the amount of a bank's line contains. */
export function TaxSelect(
  props: Pick<SelectProps, 'value' | 'onChange' | 'label' | 'aria-label' | 'placeholder' | 'autoFocus' | 'disabled'>,
) {
  const options = useOptions(optionsOf(taxes), ofPurchases).data as Choosable[] | undefined
  return (
    <Select
      {...props}
      data={(options ?? []).map(toSelectOption)}
      filter={matchFolded}
      searchable
      clearable
      selectFirstOptionOnChange
    />
  )
}
