import { Loader, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { focusField } from '../focus/focusField.ts'
import { useFormScope } from '../form/FormScope.ts'
import { useField } from '../form/useField.ts'
import { renderChoice } from './ChoiceLine.tsx'
import { type Choosable, useChoices } from './useChoices.ts'
import { useChooseByEnter } from './useChooseByEnter.ts'
import { useCreateHere } from './useCreateHere.tsx'
import { useSearchText } from './useSearchText.ts'

type SelectFieldProps<Option extends Choosable> = {
  name: string
  /** The option call of the contract. */
  call: Call
  /** The present choice, in case the loaded options lack it. */
  known?: Choosable | null
  /** Called with the whole selected option: its price, its rate. */
  onChoose?: (option: Option | null) => void
  /** Narrows the options, for example to one side. */
  query?: Record<string, string>
  description?: ReactNode
  disabled?: boolean
  /** Where to go on after a record was created from here: its own field unless another is said. */
  thenField?: string
}

/** One row of another resource, searched by what is typed; the spelling of alef, hamza and digits does not matter. */
export function SelectField<Option extends Choosable>({
  name,
  call,
  known,
  onChoose,
  query,
  thenField,
  ...rest
}: SelectFieldProps<Option>) {
  const { t } = useTranslation('common')
  const { key, control, path } = useField(name)
  const [created, setCreated] = useState<Choosable | null>(null)
  // What is typed into an uncontrolled select is its own: put away by drawing it again.
  const [revision, setRevision] = useState(0)
  const { form } = useFormScope()
  const { choices, setSearch, loading, isSettled, find } = useChoices<Option>(call, created ?? known, query)
  const chosen = control.defaultValue ? String(control.defaultValue) : null
  const label = choices.find(({ value }) => value === chosen)?.label ?? ''
  const [typed, setTyped] = useSearchText(label, setSearch)
  const here = useCreateHere(
    call,
    (record) => {
      setCreated(record)
      form.setFieldValue(name, String(record.id))
      form.clearFieldError(name)
      onChoose?.(record as Option)
      focusField(thenField ?? path)
    },
    isSettled,
  )
  const chosenByEnter = useChooseByEnter(label, (value) => {
    if (!here.takes(value)) return
    setTyped(label)
    setRevision((last) => last + 1)
  })
  return (
    <>
      <Select
        key={`${key} ${revision}`}
        {...control}
        {...rest}
        defaultValue={chosen}
        data={choices}
        searchable
        searchValue={typed}
        // An error that takes the focus here must not be covered by the options.
        openOnFocus={false}
        // Selecting the present value again keeps it.
        allowDeselect={false}
        clearable={!control.withAsterisk}
        onSearchChange={setTyped}
        filter={here.filter}
        renderOption={renderChoice}
        selectFirstOptionOnChange
        {...chosenByEnter}
        limit={100}
        nothingFoundMessage={loading ? t('states.loading') : t('nothing_found')}
        rightSection={loading ? <Loader size={14} /> : undefined}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        onChange={(value) => {
          if (here.isTaking()) return
          control.onChange(value ?? '')
          onChoose?.(find(value))
        }}
      />
      {here.drawer}
    </>
  )
}
