import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { paymentMethods } from '#contract/organization.ts'
import type { RowOf } from '../api/resource.ts'
import { localName } from '../i18n/localName.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'

const columns: readonly Column<RowOf<typeof paymentMethods>>[] = [
  nameColumn(),
  {
    name: 'account',
    draw: (row) => (
      <>
        <bdi>{localName(row.account)}</bdi> {!row.moves_money && <WrongAccount />}
      </>
    ),
  },
  statusColumn(),
  dateColumn('created_at'),
]

/** A method bound to its account before rules asked what for: payments by it are refused until it gets another. */
function WrongAccount() {
  const { t } = useTranslation('organization')
  return <StatusDot status="blocked" label={t('moves_no_money.short')} />
}

/** Settings: ways of paying, each with the account its money lands on. */
export function PaymentMethodsSection() {
  const { t } = useTranslation('organization')
  return (
    <ListPage resource={paymentMethods} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'active' }}>
        {(values) => (
          <>
            <TextField name="name" />
            <TextField name="name_en" />
            <SelectField
              name="account_id"
              call={chartCalls.accountOptions}
              query={{ purpose: 'money' }}
              known={values.account as Choosable | undefined}
              description={
                values.moves_money === false && (
                  <Text span size="xs" c="var(--bad)">
                    {t('moves_no_money.detail')}
                  </Text>
                )
              }
            />
            <SelectField
              name="outgoing_account_id"
              call={chartCalls.accountOptions}
              query={{ purpose: 'money' }}
              known={values.outgoing_account as Choosable | undefined}
              description={t('outgoing_detail')}
            />
            <StatusField />
          </>
        )}
      </DrawerForm>
    </ListPage>
  )
}
