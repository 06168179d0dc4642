import { useTranslation } from 'react-i18next'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { useListScope } from '../ui/list-scope/ListScope.ts'
import classes from './Years.module.css'

/** Years that begin on or after one day and end on or before another. */
export function YearDates() {
  const { t } = useTranslation('years')
  return (
    <>
      <DayFilter name="started_at" label={t('filter.from')} />
      <DayFilter name="ended_at" label={t('filter.to')} />
    </>
  )
}

function DayFilter({ name, label }: { name: 'started_at' | 'ended_at'; label: string }) {
  const { view } = useListScope()
  return (
    <DayInput
      className={classes.day}
      label={label}
      labelProps={{ className: 'spoken' }}
      placeholder={label}
      value={view.search.filters[name] ?? ''}
      onChange={(day) => view.change({ [name]: day || undefined })}
      clearable
    />
  )
}
