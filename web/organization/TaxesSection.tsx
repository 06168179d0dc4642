import { useTranslation } from 'react-i18next'
import { taxes } from '#contract/organization.ts'
import { chosenTreatments, seededTreatments } from '#contract/tax-treatments.ts'
import { DrawerForm } from '../drawer/DrawerForm.tsx'
import { ChoiceField } from '../fields/ChoiceField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { StatusField } from '../fields/StatusField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { StatusFilter } from '../filters/StatusFilter.tsx'
import type { Column } from '../kit/cells/Column.ts'
import { dateColumn, nameColumn, percentColumn, statusColumn } from '../kit/cells/columns.tsx'
import { useField } from '../kit/form/useField.ts'
import { ListPage } from '../kit/list/ListPage.tsx'

const treatmentColumn: Column<{ treatment: string | null }> = {
  name: 'treatment',
  draw: ({ treatment }) => <TreatmentName treatment={treatment} />,
}
const columns = [nameColumn(), percentColumn('rate'), treatmentColumn, statusColumn(), dateColumn('created_at')]

/** Settings: tax rates. */
export function TaxesSection() {
  const { t } = useTranslation('organization')
  return (
    <ListPage resource={taxes} columns={columns} filters={<StatusFilter />}>
      <DrawerForm defaults={{ status: 'inactive' }}>
        <TextField name="name" />
        <TextField name="name_en" />
        <NumberField name="rate" suffix="%" />
        <TreatmentField />
        <StatusField description={t('inactive_hint')} />
      </DrawerForm>
    </ListPage>
  )
}

function TreatmentName({ treatment }: { treatment: string | null }) {
  const { t } = useTranslation('organization')
  return t(`treatments.${treatment ?? 'unclassified'}`)
}

/** What came with the organisation for bills alone keeps its treatment. */
function TreatmentField() {
  const { t } = useTranslation('organization')
  const stored = useField('treatment').control.defaultValue as string | null
  const seeded = seededTreatments.filter((one) => one === stored)
  const offered = seeded.length > 0 ? seeded : chosenTreatments
  const choices = offered.map((value) => ({ value, label: t(`treatments.${value}`) }))
  return <ChoiceField name="treatment" choices={choices} description={t('treatment_hint')} />
}
