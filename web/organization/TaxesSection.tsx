import { useTranslation } from 'react-i18next'
import { exemptionReasons } from '#contract/e-invoice/exemption-reasons.ts'
import { chosenTreatments, seededTreatments } from '#contract/tax-treatments.ts'
import { taxes } from '#contract/taxes.ts'
import type { Column } from '../ui/cells/Column.ts'
import { dateColumn, nameColumn, percentColumn, statusColumn } from '../ui/cells/columns.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { useField } from '../ui/form/useField.ts'
import { ListPage } from '../ui/list/ListPage.tsx'

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
        <ExemptionFields />
        <StatusField description={t('inactive_hint')} />
      </DrawerForm>
    </ListPage>
  )
}

function TreatmentName({ treatment }: { treatment: string | null }) {
  const { t } = useTranslation('organization')
  return t(`treatments.${treatment ?? 'unclassified'}`)
}

/** Why a tax charges nothing: of the law's list, and the words to print where they are to be others. */
function ExemptionFields() {
  const { t, i18n } = useTranslation('organization')
  const words = i18n.language === 'ar' ? 'ar' : 'en'
  const listed = Object.entries(exemptionReasons).map(([value, reason]) => ({
    value,
    label: `${value.replace('VATEX-SA-', '')} · ${reason[words]}`,
  }))
  return (
    <>
      <ChoiceField
        name="exemption_code"
        choices={[{ value: '', label: '–' }, ...listed]}
        description={t('exemption_hint')}
      />
      <TextField name="exemption_reason" />
      <TextField name="exemption_reason_en" />
    </>
  )
}

/** Taxes for bills only that came with the organisation keep their treatment. */
function TreatmentField() {
  const { t } = useTranslation('organization')
  const stored = useField('treatment').control.defaultValue as string | null
  const seeded = seededTreatments.filter((one) => one === stored)
  const offered = seeded.length > 0 ? seeded : chosenTreatments
  const choices = offered.map((value) => ({ value, label: t(`treatments.${value}`) }))
  return <ChoiceField name="treatment" choices={choices} description={t('treatment_hint')} />
}
