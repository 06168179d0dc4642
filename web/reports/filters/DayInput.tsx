import { DateInput, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#contract/fields/clean-text.ts'

type DayInputProps = { label: string; value: string; onChange: (day: string) => void }

/** A day outside of a form: a report's range. */
export function DayInput({ label, value, onChange }: DayInputProps) {
  const { i18n } = useTranslation('common')
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        label={label}
        value={value || null}
        onChange={(day) => day && onChange(day)}
        valueFormat="YYYY-MM-DD"
        dateParser={(typed) => (/^\d{4}-\d{2}-\d{2}$/.test(foldDigits(typed).trim()) ? foldDigits(typed).trim() : null)}
        classNames={{ input: 'ltr-input' }}
        popoverProps={{ position: 'bottom-start', 'aria-label': label } as object}
      />
    </DatesProvider>
  )
}
