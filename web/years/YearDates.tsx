import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { DateInput, DatesProvider } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#contract/fields/clean-text.ts'
import { useListScope } from '../kit/list/ListScope.ts'
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
  const { t, i18n } = useTranslation('common')
  const { view } = useListScope()
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        className={classes.day}
        aria-label={label}
        placeholder={label}
        value={view.search.filters[name] ?? null}
        onChange={(day) => view.change({ [name]: day ?? undefined })}
        valueFormat="YYYY-MM-DD"
        dateParser={(typed) => dayOf(foldDigits(typed))}
        clearable
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        popoverProps={{ position: 'bottom-start', 'aria-label': label } as object}
        ariaLabels={{ nextMonth: t('list.next'), previousMonth: t('list.previous') }}
      />
    </DatesProvider>
  )
}

const dayOf = (typed: string) => (/^\d{4}-\d{2}-\d{2}$/.test(typed.trim()) ? typed.trim() : null)
