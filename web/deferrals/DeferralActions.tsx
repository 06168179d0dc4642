import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { today } from '../ui/today.ts'
import classes from './Deferrals.module.css'

/** The rest on one day, or none of it at all. */
export function DeferralActions({ row }: { row: Deferral }) {
  const { t } = useTranslation('deferrals')
  const can = useCan()
  const { currency } = useUser().organization
  const [isStopping, setIsStopping] = useState(false)
  // The months of an asset change with the asset alone.
  if (row.asset_id !== null || row.state === 'cancelled' || !can(...deferralCalls.stop.admission)) return null
  return (
    <span className={classes.actions}>
      {row.state === 'active' && row.remaining > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setIsStopping(true)}>
          {t('actions.stop')}
        </Button>
      )}
      <ConfirmDialog
        call={deferralCalls.cancel}
        params={{ id: row.id }}
        label={t('actions.cancel')}
        question={`${t('cancel_title')} ${t('cancel_detail')}`}
        facts={[[t('recognised'), <Amount key="recognised" value={row.recognised} currency={currency} />]]}
      />
      {isStopping && (
        <ActionDrawer
          title={t('stop_title')}
          call={deferralCalls.stop}
          params={{ id: row.id }}
          values={{ date: today() }}
          saveLabel={t('actions.stop')}
          onClose={() => setIsStopping(false)}
        >
          <p>{t('stop_detail')}</p>
          <DateField name="date" />
        </ActionDrawer>
      )}
    </span>
  )
}
