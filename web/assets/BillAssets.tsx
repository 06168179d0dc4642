import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import { billAssetCalls } from '#contract/assets/assets.ts'
import { request } from '../api/client.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { assetsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './Assets.module.css'

type Row = {
  line_number: number
  name: string
  name_en: string | null
  open_units: number
  units: number
  amount: number
}
type BillAssetRows = {
  rows: Row[]
  assets: { id: number; number: string; name: string; name_en: string | null; cost: number }[]
}

export function BillAssets({ id }: { id: number }) {
  const { t } = useTranslation('assets')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { show, register } = billAssetCalls
  const answer = useQuery({
    queryKey: [show.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: BillAssetRows }>(show, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return null
  const { rows, assets } = answer.data
  const open = rows.filter(({ open_units }) => open_units > 0)
  const mayRegister = open.length > 0 && can(...register.admission)
  if (assets.length === 0 && !mayRegister) return null
  return (
    <section className={classes.section} aria-label={t('of_bill')}>
      <div className={classes.row}>
        <h2>{t('of_bill')}</h2>
        {mayRegister && (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            {t('actions.register')}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {assets.map((asset) => (
          <li key={asset.id} className={classes.row}>
            <OpenLink to={`${assetsPath}/${asset.id}/view`} className="link">
              <Num>{asset.number}</Num>
            </OpenLink>
            <bdi>{localName(asset)}</bdi>
            <OwnAmount value={asset.cost} />
          </li>
        ))}
      </ul>
      {isOpen && <RegisterDrawer id={id} rows={open} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function RegisterDrawer({ id, rows, onClose }: { id: number; rows: readonly Row[]; onClose: () => void }) {
  const { t } = useTranslation('assets')
  const choices = rows.map((row) => ({
    value: String(row.line_number),
    label: t('bill_row', { name: localName(row), open: row.open_units, units: row.units }),
  }))
  return (
    <ActionDrawer
      title={t('register_title')}
      call={billAssetCalls.register}
      params={{ id }}
      values={{
        line_number: choices[0]?.value ?? '',
        asset_class_id: '',
        units: '',
        name: '',
        name_en: '',
        serial: '',
        place: '',
        keeper: '',
        in_service_on: '',
        life_months: '',
        residual: '',
        life_units: '',
      }}
      saveLabel={t('actions.register')}
      onClose={onClose}
    >
      <p>{t('register_detail')}</p>
      <ChoiceField name="line_number" choices={choices} />
      <SelectField name="asset_class_id" call={optionsOf(assetClasses)} />
      <LtrTextField name="units" inputMode="numeric" />
      <TextField name="name" />
      <TextField name="place" />
      <TextField name="keeper" />
      <DateField name="in_service_on" description={t('hints.in_service')} />
      <LtrTextField name="life_months" inputMode="numeric" description={t('hints.life')} />
      <NumberField name="life_units" description={t('hints.life')} />
      <NumberField name="residual" description={t('hints.residual')} />
    </ActionDrawer>
  )
}
