import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { landedCostCalls } from '#contract/documents/landed-costs.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { AnswerOf } from '../api/options.ts'
import { useChoices } from '../ui/fields/useChoices.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'

type SourcesProps = { label: string; call: Call; value: string[]; onChange: (value: string[]) => void }

/** Bills or goods receipts that brought goods. */
export function GoodsSources({ label, call, value, onChange }: SourcesProps) {
  const { t } = useTranslation('landed')
  const { choices, setSearch } = useChoices<AnswerOf<typeof landedCostCalls.bills>>(call)
  return (
    <MultiSelect
      label={label}
      data={choices}
      value={value}
      onChange={onChange}
      onSearchChange={setSearch}
      searchable
      openOnFocus={false}
      filter={matchFolded}
      limit={100}
      nothingFoundMessage={t('hints.none')}
    />
  )
}
