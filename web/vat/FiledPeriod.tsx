import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { payableUntil } from '#ledger/calendar/vat-periods.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { RecordPayment } from './RecordPayment.tsx'
import { SettlementLink } from './SettlementLink.tsx'
import classes from './Vat.module.css'
import type { VatPeriod } from './VatPeriod.ts'

/** The effect of filing, and the next steps. */
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
      <Text size="sm" mt="xs">
        {t('file.not_sent')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <RecordPayment period={period} size="sm" />
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/reports/vat-return" search={{ from: period.from, to: period.to }} />
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
