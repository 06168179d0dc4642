import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import { assetWorkCalls } from '#contract/assets/asset-work.ts'
import { type AssetRecord, assetCalls } from '#contract/assets/assets.ts'
import { chartCalls } from '#contract/chart.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { optionsOf } from '../api/optionsOf.ts'
import { useCan } from '../api/useCan.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { MoreActs } from '../ui/acts/MoreActs.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { today } from '../ui/today.ts'
import { DisposalDrawer } from './DisposalDrawer.tsx'

type Act = 'tax_use' | 'use' | 'transfer' | 'revise' | 'impair' | 'dispose'

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
      label={t(last.kind === 'used' ? 'actions.restore_use' : 'actions.restore')}
      question={t(last.kind === 'used' ? 'restore_use_ask' : 'restore_ask')}
      facts={[
        last.kind === 'used'
          ? [t('fields.asset.reading'), <Num key="reading">{last.reading}</Num>]
          : [t('fields.asset.cost'), <OwnAmount key="cost" value={Math.abs(last.cost)} />],
      ]}
    />
  )
  const use = isDepreciating && asset.method === 'units' && button('use', assetCalls.use)
  const taxUse = asset.vat_adjustment && button('tax_use', assetWorkCalls.taxUse)
  const transfer = isOpen && button('transfer', assetCalls.transfer)
  const revise = isDepreciating && button('revise', assetCalls.revise)
  const impair = isDepreciating && button('impair', assetCalls.impair)
  return (
    <>
      {(cancel || restore || transfer || taxUse || revise || impair) && (
        <MoreActs>
          {transfer}
          {taxUse}
          {revise}
          {impair}
          {restore}
          {cancel}
        </MoreActs>
      )}
      {use}
      {isOpen && button('dispose', assetCalls.dispose)}
      {act === 'tax_use' && <TaxUseDrawer asset={asset} onClose={close} />}
      {act === 'use' && <UseDrawer asset={asset} onClose={close} />}
      {act === 'transfer' && <TransferDrawer asset={asset} onClose={close} />}
      {act === 'revise' && <ReviseDrawer asset={asset} onClose={close} />}
      {act === 'impair' && <ImpairDrawer asset={asset} onClose={close} />}
      {act === 'dispose' && <DisposalDrawer asset={asset} onClose={close} />}
    </>
  )
}

type DrawerProps = { asset: AssetRecord; onClose: () => void }

function TaxUseDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('tax_use_title')}
      call={assetWorkCalls.taxUse}
      params={{ id: asset.id }}
      values={{ date: today(), use_at_purchase: '', use_now: '' }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <p>{t('tax_use_detail')}</p>
      <DateField name="date" />
      <NumberField name="use_at_purchase" suffix="%" />
      <NumberField name="use_now" suffix="%" />
    </ActionDrawer>
  )
}

function UseDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('use_title')}
      call={assetCalls.use}
      params={{ id: asset.id }}
      values={{ date: today(), reading: '' }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <p>{t('use_detail', { reading: asset.reading ?? 0 })}</p>
      <DateField name="date" />
      <NumberField name="reading" />
    </ActionDrawer>
  )
}

function TransferDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('transfer_title')}
      call={assetCalls.transfer}
      params={{ id: asset.id }}
      values={{
        date: today(),
        asset_class_id: String(asset.asset_class_id),
        branch_id: String(asset.branch_id),
        cost_center_id: String(asset.cost_center?.id ?? ''),
        reason: '',
      }}
      saveLabel={t('actions.transfer')}
      onClose={onClose}
    >
      <p>{t('transfer_detail')}</p>
      <DateField name="date" />
      <SelectField name="asset_class_id" call={optionsOf(assetClasses)} />
      <BranchField />
      <SelectField name="cost_center_id" call={chartCalls.costCenterOptions} />
      <TextareaField name="reason" rows={2} />
    </ActionDrawer>
  )
}

function ReviseDrawer({ asset, onClose }: DrawerProps) {
  const { t } = useTranslation('assets')
  return (
    <ActionDrawer
      title={t('revise_title')}
      call={assetCalls.revise}
      params={{ id: asset.id }}
      values={{
        date: today(),
        residual: String(asset.residual),
        life_months: String(asset.life_months ?? ''),
        life_units: String(asset.life_units ?? ''),
        reason: '',
      }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <p>{t('revise_detail')}</p>
      <DateField name="date" />
      {asset.method === 'units' ? (
        <NumberField name="life_units" />
      ) : (
        <LtrTextField name="life_months" inputMode="numeric" />
      )}
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
