import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addDays, monthEnd } from '#ledger/calendar/calendar.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { RecordPayment } from './RecordPayment.tsx'
import { SettlementLink } from './SettlementLink.tsx'
import classes from './Vat.module.css'
import type { VatPeriod } from './VatPeriod.ts'

/** What filing did, and what is to be done now. */
export function FiledPeriod({ period, onClose }: { period: VatPeriod; onClose: () => void }) {
  const { t } = useTranslation(['vat', 'common'])
  const net = period.net ?? 0
  return (
    <>
      <Text size="sm" role="status">
        {t('filed.done', { from: period.from, to: period.to })}
      </Text>
      <dl className={classes.figures}>
        <div>
          <dt>{t('filed.entry')}</dt>
          <dd>{period.settlement ? <SettlementLink settlement={period.settlement} /> : t('filed.no_entry')}</dd>
        </div>
        <div>
          <dt>{t('file.boxes.16')}</dt>
          <dd>
            <OwnAmount value={net} />
          </dd>
        </div>
      </dl>
      <Text size="sm">
        {net > 0 && t('filed.pay', { date: payableUntil(period.to) })}
        {net < 0 && t('filed.carried')}
        {net === 0 && t('filed.nothing')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <RecordPayment period={period} size="sm" />
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/reports/vat-return" search={{ from: period.from, to: period.to } as never} />
          )}
        >
          {t('filed.open')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('common:actions.close')}
        </Button>
      </Group>
    </>
  )
}

/** The law gives until the end of the month that follows the period. */
const payableUntil = (to: string): string => monthEnd(addDays(monthEnd(to), 1))
