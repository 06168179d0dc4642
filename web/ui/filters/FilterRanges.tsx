import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addMonths, monthEnd } from '#ledger/calendar/calendar.ts'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { DayInput } from '../fields/DayInput.tsx'
import { useListScope } from '../list-scope/ListScope.ts'
import { today } from '../today.ts'
import { FilterAmount } from './FilterAmount.tsx'

/** Filters by day and amount, both ends inside, with the usual months at a press. */
export function FilterRanges() {
  const { t } = useTranslation('common')
  const { resource, view } = useListScope()
  const label = useFieldLabel(resource.name)
  const { filters } = view.search
  const month = `${today().slice(0, 7)}-01`
  const spans = {
    this_month: [month, monthEnd(month)],
    last_month: [addMonths(month, -1), monthEnd(addMonths(month, -1))],
    this_year: [`${month.slice(0, 4)}-01-01`, `${month.slice(0, 4)}-12-31`],
  } as const
  return (
    <>
      <Group gap={6}>
        {(Object.keys(spans) as (keyof typeof spans)[]).map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => view.change({ date_from: spans[name][0], date_to: spans[name][1] })}
          >
            {t(`list.spans.${name}`)}
          </Button>
        ))}
      </Group>
      <Group grow align="flex-start">
        {(['date_from', 'date_to'] as const).map((name) => (
          <DayInput
            key={name}
            label={label(name)}
            value={filters[name] ?? ''}
            clearable
            onChange={(day) => view.change({ [name]: day || undefined })}
          />
        ))}
      </Group>
      <Group grow align="flex-start">
        <FilterAmount name="amount_from" />
        <FilterAmount name="amount_to" />
      </Group>
    </>
  )
}
