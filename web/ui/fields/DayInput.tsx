import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { today } from '../today.ts'
import { hijriDate } from '../values/hijriDate.ts'
import { parseDate } from '../values/parseDate.ts'
import classes from './DayInput.module.css'

type DayInputProps = Omit<DateInputProps, 'label' | 'value' | 'onChange'> & {
  /** Also the calendar's name. */
  label: string
  value?: string
  onChange: (day: string) => void
  /** Where it is saved: takes what is no day as it was typed, so that it is refused. The day before it would be sent otherwise. */
  onWrong?: (typed: string) => void
  /** The day whose Hijri date is shown in the field. */
  hijriOf?: string
}
/** The text in the field is no date; `before` is the previous date. */
type Wrong = { isTold: boolean; before: string | undefined }

/**
 * A date, `YYYY-MM-DD`, typed in any digits or picked. The week begins on Sunday; Friday and Saturday are the weekend.
 * Invalid text stays as typed and is reported.
 */
export function DayInput({ label, value, onChange, onWrong, onBlur, hijriOf, ...rest }: DayInputProps) {
  const { i18n, t } = useTranslation(['common', 'errors'])
  const [typed, setWrong] = useState<Wrong | null>(null)
  // A date that was set elsewhere replaces the typed text.
  const wrong = value === undefined || value === typed?.before || isWrong(value) ? typed : null
  const error = rest.error || (wrong?.isTold && t('errors:invalid_date'))
  // A refused day has the focus so that its reason is read, which the calendar would cover: it waits until it is asked for.
  const [isAsked, setAsked] = useState(false)
  // The first Escape closes the calendar. Only the second one closes the surrounding drawer or dialog.
  const [calendarIs, setCalendar] = useState<'closed' | 'open' | 'put away'>('closed')
  const isShut = (Boolean(error) && !isAsked) || calendarIs === 'put away'
  const calendar = isShut ? { opened: false } : {}
  const shown = wrong ? wrong.before : value
  const tell = () => setWrong(wrong && { ...wrong, isTold: true })
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        label={label}
        {...rest}
        error={error}
        // An address may contain an invalid date: the calendar would turn it into another one.
        {...(value !== undefined && { value: (shown && readDay(shown)) || null })}
        onChange={(day) => {
          setWrong(null)
          onChange(day ?? '')
        }}
        data-mantine-stop-propagation={calendarIs === 'open' && !isShut ? 'true' : undefined}
        onFocus={() => setCalendar('open')}
        onClick={() => {
          setAsked(true)
          setCalendar('open')
        }}
        onInput={({ currentTarget }) => {
          setAsked(true)
          setCalendar('open')
          setWrong(isWrong(currentTarget.value) ? { isTold: false, before: wrong ? wrong.before : value } : null)
        }}
        fixOnBlur={wrong === null}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setCalendar('put away')
          if (!saves(event) || wrong === null) return
          event.preventDefault()
          event.stopPropagation()
          setAsked(false)
          tell()
        }}
        onBlur={(event) => {
          setAsked(false)
          setCalendar('closed')
          if (wrong) {
            tell()
            onWrong?.(event.currentTarget.value)
          }
          onBlur?.(event)
        }}
        {...hijriSection(hijriOf)}
        valueFormat="YYYY-MM-DD"
        dateParser={readDay}
        classNames={{ input: hijriOf ? `ltr-input ${classes.withHijri}` : 'ltr-input' }}
        clearButtonProps={{ 'aria-label': t('actions.clear') }}
        // The error is below the field and must not be covered.
        popoverProps={{ position: error ? 'top-start' : 'bottom-start', 'aria-label': label, ...calendar } as object}
        ariaLabels={{ nextMonth: t('list.next'), previousMonth: t('list.previous') }}
      />
    </DatesProvider>
  )
}

const readDay = (typed: string) => parseDate(typed, today())
const isWrong = (typed: string) => typed.trim() !== '' && readDay(typed) === null
const saves = ({ key, code, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' || ((ctrlKey || metaKey) && code === 'KeyS')

/** The Hijri day at the end of the field. */
function hijriSection(value: string | undefined) {
  const hijri = value && readDay(value) === value ? hijriDate(value) : null
  if (!hijri) return {}
  return {
    rightSection: <bdi className={classes.hijri}>{hijri}</bdi>,
    rightSectionWidth: 92,
    rightSectionPointerEvents: 'none' as const,
  }
}
