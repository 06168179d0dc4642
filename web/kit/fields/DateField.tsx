import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { DateInput, DatesProvider } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#contract/fields/clean-text.ts'
import { useField } from '../form/useField.ts'

/** A day, `YYYY-MM-DD`, typed (in any digits) or picked; the week begins on Sunday, Friday and Saturday are its end. */
export function DateField({ name, onChange }: { name: string; onChange?: (day: string) => void }) {
  const { i18n, t } = useTranslation('common')
  const { key, control } = useField(name)
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        key={key}
        {...control}
        onChange={(day) => {
          control.onChange(day ?? '')
          onChange?.(day ?? '')
        }}
        valueFormat="YYYY-MM-DD"
        dateParser={(typed) => dayOf(foldDigits(typed))}
        classNames={{ input: 'ltr-input' }}
        popoverProps={{ position: 'bottom-start', 'aria-label': String(control.label) } as object}
        ariaLabels={{ nextMonth: t('list.next'), previousMonth: t('list.previous') }}
      />
    </DatesProvider>
  )
}

const dayOf = (typed: string) => (/^\d{4}-\d{2}-\d{2}$/.test(typed.trim()) ? typed.trim() : null)
