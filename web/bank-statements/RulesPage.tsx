import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { bankRules, directions } from '#contract/imports/bank-rules.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { taxes } from '#contract/taxes.ts'
import { optionsOf } from '../api/optionsOf.ts'
import type { RowOf } from '../api/resource.ts'
import { cashOnly } from '../bank/cashOnly.ts'
import { localName } from '../i18n/localName.ts'
import type { Column } from '../ui/cells/Column.ts'
import { statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { RulePreview } from './RulePreview.tsx'
import { RuleProposals } from './RuleProposals.tsx'

type Row = RowOf<typeof bankRules>
const columns: readonly Column<Row>[] = [
  { name: 'name', draw: (row) => <bdi>{row.name}</bdi> },
  { name: 'words', draw: (row) => <bdi>{row.words}</bdi> },
  { name: 'direction', draw: (row) => <Direction name={row.direction} /> },
  { name: 'account', draw: (row) => <bdi>{localName(row.account)}</bdi> },
  statusColumn(),
]

/** Texts in the lines of the bank that tell their accounts. */
export function RulesPage() {
  const { t } = useTranslation('bankStatements')
  return (
    <ListPage resource={bankRules} columns={columns} filters={<StatusFilter />} above={<RuleProposals />}>
      <DrawerForm defaults={{ status: 'active', direction: 'both' }}>
        <TextField name="name" />
        <TextField name="words" description={t('rules.words')} />
        <ChoiceField
          name="direction"
          choices={directions.map((value) => ({ value, label: t(`directions.${value}`) }))}
        />
        <SelectField name="account_id" call={chartCalls.accountOptions} query={{ purpose: 'entry' }} />
        <SelectField
          name="tax_id"
          call={optionsOf(taxes)}
          query={{ side: 'purchases' }}
          description={t('rules.tax_hint')}
        />
        <SwitchField name="is_tax_only" description={t('rules.tax_only_hint')} />
        <SelectField name="cost_center_id" call={chartCalls.costCenterOptions} />
        <SelectField name="customer_id" call={optionsOf(customers)} />
        <SelectField name="supplier_id" call={optionsOf(suppliers)} />
        <SelectField name="bank_account_id" call={chartCalls.accountOptions} query={cashOnly} />
        <NumberField name="amount_min" />
        <NumberField name="amount_max" />
        <StatusField />
        <RulePreview />
      </DrawerForm>
    </ListPage>
  )
}

function Direction({ name }: { name: string }) {
  const { t } = useTranslation('bankStatements')
  return t(`directions.${name}`)
}
