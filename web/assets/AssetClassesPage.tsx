import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assetClasses, usualClassesCall } from '#contract/assets/asset-classes.ts'
import { chartCalls } from '#contract/chart.ts'
import { depreciationMethods } from '#ledger/assets/depreciation.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type TaxPool, taxPoolRates, taxPools, vatAssetKinds } from '#ledger/law/tables.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import type { Column } from '../ui/cells/Column.ts'
import { nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { ListPage } from '../ui/list/ListPage.tsx'
import { today } from '../ui/today.ts'

type Row = {
  name: string
  name_en: string | null
  status: string
  method: string
  life_months: number | null
  asset_count: number
  cost_account: { number: string; name: string; name_en: string | null }
}
const accountsOf = (purpose: string) => ({ purpose })

/** What assets of one kind have in common: accounts, method, life. */
export function AssetClassesPage() {
  const { t } = useTranslation('assets')
  const columns: readonly Column<Row>[] = [
    nameColumn(),
    {
      name: 'cost_account',
      draw: ({ cost_account }) => (
        <>
          <Num>{cost_account.number}</Num> <bdi>{localName(cost_account)}</bdi>
        </>
      ),
    },
    { name: 'method', draw: ({ method }) => t(`methods.${method}`) },
    {
      name: 'life_months',
      figures: true,
      width: 100,
      extra: true,
      draw: ({ life_months }) => <Num>{life_months ?? ''}</Num>,
    },
    {
      name: 'asset_count',
      figures: true,
      width: 100,
      extra: true,
      draw: ({ asset_count }) => <Num>{asset_count}</Num>,
    },
    statusColumn(),
  ]
  return (
    <ListPage resource={assetClasses} columns={columns} filters={<StatusFilter />} actions={<UsualClasses />}>
      <DrawerForm defaults={{ status: 'active', method: 'months', life_months: '60', residual_percent: '0' }}>
        <ClassFields />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}

/** The classes of the chart by one press. */
function UsualClasses() {
  const { t } = useTranslation('assets')
  const can = useCan()
  const add = useActionMutation(usualClassesCall)
  if (!can(...usualClassesCall.admission)) return null
  return (
    <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
      {t('actions.usual')}
    </Button>
  )
}

function ClassFields() {
  const { t } = useTranslation('assets')
  const { form } = useFormScope()
  const method = useWatched(form, 'method')
  const depreciates = method !== 'none'
  const none = { value: '', label: '-' }
  const rates = lawOn(taxPoolRates, today())?.values
  const poolLabel = (pool: TaxPool) => t('pool_rate', { name: t(`pools.${pool}`), rate: rates?.[pool] })
  return (
    <>
      <TextField name="name" />
      <TextField name="name_en" />
      <ChoiceField
        name="method"
        choices={depreciationMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      <SelectField name="cost_account_id" call={chartCalls.accountOptions} query={accountsOf('expense')} />
      {depreciates && (
        <>
          <SelectField name="accumulated_account_id" call={chartCalls.accountOptions} query={accountsOf('entry')} />
          <SelectField name="expense_account_id" call={chartCalls.accountOptions} query={accountsOf('expense')} />
          {method === 'units' ? (
            <NumberField name="life_units" />
          ) : (
            <LtrTextField name="life_months" inputMode="numeric" />
          )}
          {method === 'declining' && <NumberField name="declining_percent" suffix="%" />}
          <NumberField name="residual_percent" suffix="%" />
        </>
      )}
      <SelectField name="disposal_account_id" call={chartCalls.accountOptions} query={accountsOf('entry')} />
      <ChoiceField name="tax_pool" choices={[none, ...taxPools.map((value) => ({ value, label: poolLabel(value) }))]} />
      <ChoiceField
        name="vat_kind"
        choices={[none, ...vatAssetKinds.map((value) => ({ value, label: t(`vat_kinds.${value}`) }))]}
      />
    </>
  )
}
