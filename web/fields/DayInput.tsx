import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from './dayOf.ts'

type DayInputProps = Omit<DateInputProps, 'label' | 'value' | 'onChange'> & {
  /** Also the calendar's name. */
  label: string
  value?: string
  onChange: (day: string) => void
}

/**
 * A day, `YYYY-MM-DD`, typed (in any digits) or picked; the week begins on Sunday, Friday and Saturday are its end. What is no
 * day stays as it was typed and is said to be none. A form is given it to refuse: it would save the day before it.
 */
export function DayInput({ label, value, onChange, onBlur, ...rest }: DayInputProps) {
  const { i18n, t } = useTranslation(['common', 'errors'])
  const [wrong, setWrong] = useState<'typed' | 'told' | null>(null)
  const error = rest.error || (wrong === 'told' && t('errors:invalid_date'))
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        label={label}
        {...rest}
        error={error}
        {...(value !== undefined && { value: value || null })}
        onChange={(day) => {
          setWrong(null)
          onChange(day ?? '')
        }}
        onInput={(event) => setWrong(isWrong(event.currentTarget.value) ? 'typed' : null)}
        fixOnBlur={wrong === null}
        onKeyDown={(event) => {
          if (!saves(event) || wrong === null) return
          event.preventDefault()
          event.stopPropagation()
          setWrong('told')
        }}
        onBlur={(event) => {
          if (wrong) {
            setWrong('told')
            if (value === undefined) onChange(event.currentTarget.value)
          }
          onBlur?.(event)
        }}
        valueFormat="YYYY-MM-DD"
        dateParser={dayOf}
        classNames={{ input: 'ltr-input' }}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        // What is wrong with the day stands below it, and is not to be covered.
        popoverProps={{ position: error ? 'top-start' : 'bottom-start', 'aria-label': label } as object}
        ariaLabels={{ nextMonth: t('list.next'), previousMonth: t('list.previous') }}
      />
    </DatesProvider>
  )
}

const isWrong = (typed: string) => typed.trim() !== '' && dayOf(typed) === null
const saves = ({ key, code, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' || ((ctrlKey || metaKey) && code === 'KeyS')
