import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { dayOf } from './dayOf.ts'

type DayInputProps = Omit<DateInputProps, 'label' | 'value' | 'onChange'> & {
  /** Also the calendar's name. */
  label: string
  value?: string
  onChange: (day: string) => void
}

/** A day, `YYYY-MM-DD`, typed (in any digits) or picked; the week begins on Sunday, Friday and Saturday are its end. */
export function DayInput({ label, value, onChange, ...rest }: DayInputProps) {
  const { i18n, t } = useTranslation('common')
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        label={label}
        {...rest}
        {...(value !== undefined && { value: value || null })}
        onChange={(day) => onChange(day ?? '')}
        valueFormat="YYYY-MM-DD"
        dateParser={dayOf}
        classNames={{ input: 'ltr-input' }}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        // What is wrong with the day stands below it, and is not to be covered.
        popoverProps={{ position: rest.error ? 'top-start' : 'bottom-start', 'aria-label': label } as object}
        ariaLabels={{ nextMonth: t('list.next'), previousMonth: t('list.previous') }}
      />
    </DatesProvider>
  )
}
