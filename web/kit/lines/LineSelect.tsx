import { Select } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { matchFolded } from '../fields/matchFolded.ts'
import type { LineCell } from './LineColumn.ts'

type Choice = { value: string; label: string; disabled?: boolean }
type LineSelectProps = {
  control: LineCell<unknown>['control']
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
  onSearch?: (typed: string) => void
  /** Offers a way back to nothing chosen. */
  clearable?: true
}

/** A choice in a row's cell; the options are loaded once by the table's page, not by each row. */
export function LineSelect({ control, value, choices, onChange, onSearch, clearable }: LineSelectProps) {
  const { t } = useTranslation('common')
  return (
    <Select
      {...control}
      data={[...choices]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      onKeyDown={(event) => {
        const meant = meantByEnter(event, choices, value)
        if (meant) onChange(meant.value)
      }}
      onSearchChange={onSearch}
      searchable
      openOnFocus={false}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('actions.clear') }}
      selectFirstOptionOnChange
      allowDeselect={false}
      filter={matchFolded}
      limit={50}
      nothingFoundMessage={t('nothing_found')}
    />
  )
}

/** The options of a list that is still opening cannot be chosen yet: who types faster means the first that matches. */
function meantByEnter(event: KeyboardEvent<HTMLInputElement>, choices: readonly Choice[], value: string) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const typed = event.currentTarget.value
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
  if (typed === '' || list?.querySelector('[data-combobox-selected]')) return
  if (typed === choices.find((choice) => choice.value === value)?.label) return
  return matchFolded({ options: [...choices], search: typed, limit: 1 })[0] as Choice | undefined
}
