import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { matchFolded } from '../fields/matchFolded.ts'
import type { LineCell } from './LineColumn.ts'

type LineSelectProps = {
  control: LineCell<unknown>['control']
  value: string
  choices: readonly { value: string; label: string; disabled?: boolean }[]
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
