import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AssetRecord, assetCalls } from '#contract/assets/assets.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useCan } from '../api/useCan.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { MoreActs } from '../ui/acts/MoreActs.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { today } from '../ui/today.ts'
import { DisposalDrawer } from './DisposalDrawer.tsx'

type Act = 'revise' | 'impair' | 'dispose'

/** What may happen to an asset next: its disposal in sight, the rest behind one button. `cancel`: the act that takes its registration back. */
export function AssetActions({ asset, cancel }: { asset: AssetRecord; cancel: ReactNode }) {
  const { t } = useTranslation('assets')
  const can = useCan()
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const isOpen = asset.status === 'active' || asset.status === 'depreciated'
  const isDepreciating = asset.status === 'active' && asset.deferral_id !== null
  const last = asset.events.find(({ id }) => id === asset.restorable_id)
  const button = (name: Act, call: { admission: readonly string[] }) =>
    can(...call.admission) && (
      <Button variant={name === 'dispose' ? 'filled' : 'default'} onClick={() => setAct(name)}>
        {t(`actions.${name}`)}
      </Button>
    )
  const restore = last && can(...assetCalls.restore.admission) && (
    <ConfirmDialog
      call={assetCalls.restore}
      params={{ id: asset.id }}
      label={t('actions.restore')}
      question={t('restore_ask')}
      facts={[[t('fields.asset.cost'), <OwnAmount key="cost" value={Math.abs(last.cost)} />]]}
    />
  )
  const revise = isDepreciating && button('revise', assetCalls.revise)
  const impair = isDepreciating && button('impair', assetCalls.impair)
  return (
    <>
      {(cancel || restore || revise || impair) && (
        <MoreActs>
          {revise}
          {impair}
          {restore}
          {cancel}
        </MoreActs>
      )}
      {isOpen && button('dispose', assetCalls.dispose)}
      {act === 'revise' && <ReviseDrawer asset={asset} onClose={close} />}
      {act === 'impair' && <ImpairDrawer asset={asset} onClose={close} />}
      {act === 'dispose' && <DisposalDrawer asset={asset} onClose={close} />}
    </>
  )
}

type DrawerProps = { asset: AssetRecord; onClose: () => void }

function ReviseDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('revise_title')}
      call={assetCalls.revise}
      params={{ id: asset.id }}
      values={{
        ...{ date: today(), residual: String(asset.residual), life_months: String(asset.life_months ?? '') },
        reason: '',
      }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <p>{t('revise_detail')}</p>
      <DateField name="date" />
      <LtrTextField name="life_months" inputMode="numeric" />
      <NumberField name="residual" />
      <TextareaField name="reason" rows={2} />
    </ActionDrawer>
  )
}

function ImpairDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('impair_title')}
      call={assetCalls.impair}
      params={{ id: asset.id }}
      values={{ date: today(), amount: '', reason: '' }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <p>{t('impair_detail')}</p>
      <DateField name="date" />
      <NumberField name="amount" />
      <TextareaField name="reason" rows={2} />
    </ActionDrawer>
  )
}
