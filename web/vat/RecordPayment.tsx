import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../routes/OpenLink.tsx'
import type { VatPeriod } from './VatPeriod.ts'

const entryPath = '/accounting/journal-entries/create'

/** To the entry of what is still to be paid of a filed return, filled with its figures. */
export function RecordPayment({ period, size }: { period: VatPeriod; size: 'sm' | 'compact-sm' }) {
  const { t } = useTranslation('vat')
  const { from, to } = period
  if (!useMayOpen(entryPath) || !period.is_owed) return null
  return (
    <Button
      size={size}
      variant="default"
      aria-label={t('filed.record_named', { from, to })}
      renderRoot={(props) => <Link {...props} to={entryPath} search={{ vat_period: String(period.id) }} />}
    >
      {t('filed.record')}
    </Button>
  )
}
