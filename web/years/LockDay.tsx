import { DateInput, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ar'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#contract/fields/clean-text.ts'

type LockDayProps = {
  label: string
  value: string | null
  error: string | undefined
  disabled: boolean
  onChange: (day: string | null) => void
}

/** The last locked day; empty for none. */
export function LockDay({ label, value, error, disabled, onChange }: LockDayProps) {
  const { t, i18n } = useTranslation(['years', 'common'])
  return (
    <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 0, weekendDays: [5, 6] }}>
      <DateInput
        label={label}
        value={value}
        error={error}
        disabled={disabled}
        placeholder={t('locks.none')}
        onChange={onChange}
        valueFormat="YYYY-MM-DD"
        dateParser={(typed) => (/^\d{4}-\d{2}-\d{2}$/.test(foldDigits(typed).trim()) ? foldDigits(typed).trim() : null)}
        clearable
        clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
        popoverProps={{ position: 'bottom-start', 'aria-label': label } as object}
      />
    </DatesProvider>
  )
}
