import { useTranslation } from 'react-i18next'
import {
  forecastDirections,
  forecastRepeats,
  forecastRowKinds,
  forecastRows,
} from '#contract/forecast/forecast-rows.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import type { Column } from '../ui/cells/Column.ts'
import { nameColumn, statusColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { ListPage } from '../ui/list/ListPage.tsx'
import { today } from '../ui/today.ts'

type Row = {
  name: string
  name_en: null
  direction: 'in' | 'out'
  kind: (typeof forecastRowKinds)[number]
  amount: number
  first_on: string
  repeats: (typeof forecastRepeats)[number]
  status: string
}

/** Rows of the cash forecast that the books do not foretell. */
export function ForecastRowsPage() {
  const { t } = useTranslation('forecast')
  const columns: readonly Column<Row>[] = [
    nameColumn(),
    { name: 'direction', draw: ({ direction }) => t(`directions.${direction}`) },
    { name: 'kind', draw: ({ kind }) => t(`kinds.${kind}`) },
    { name: 'amount', figures: true, draw: ({ amount }) => <OwnAmount value={amount} /> },
    { name: 'first_on', draw: ({ first_on }) => <Num>{first_on}</Num> },
    { name: 'repeats', draw: ({ repeats }) => t(`repeats.${repeats}`) },
    statusColumn(),
  ]
  return (
    // The columns name the fields that they draw; the list types the whole row.
    <ListPage resource={forecastRows} columns={columns as never} filters={<StatusFilter />}>
      <DrawerForm
        defaults={{
          status: 'active',
          direction: 'out',
          kind: 'wages',
          repeats: 'none',
          first_on: today(),
          until_on: '',
        }}
      >
        <RowFields />
        <StatusField />
      </DrawerForm>
    </ListPage>
  )
}

function RowFields() {
  const { t } = useTranslation('forecast')
  const { form } = useFormScope()
  const repeats = useWatched(form, 'repeats') !== 'none'
  return (
    <>
      <TextField name="name" />
      <ChoiceField
        name="direction"
        choices={forecastDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
      />
      <ChoiceField name="kind" choices={forecastRowKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))} />
      <NumberField name="amount" />
      <DateField name="first_on" />
      <ChoiceField name="repeats" choices={forecastRepeats.map((value) => ({ value, label: t(`repeats.${value}`) }))} />
      {repeats && <DateField name="until_on" />}
    </>
  )
}
