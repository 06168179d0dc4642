import { branches, lookUps, taxes } from '#contract/organization.ts'
import { parties } from '#contract/parties.ts'
import type { Side } from '#contract/sides.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { DateField } from '../kit/fields/DateField.tsx'
import { LatinField } from '../kit/fields/LatinField.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import type { Choosable } from '../kit/fields/useChoices.ts'
import { useFormScope } from '../kit/form/FormScope.ts'
import { addDays } from './addDays.ts'

type Party = Choosable & { payment_terms_days: number | null }

/** The head of the document. A customer's terms fill the due date; it is never before the document's own date. */
export function DocumentInfo({ side, isNew }: { side: Side; isNew: boolean }) {
  const { form } = useFormScope()
  const dateOf = () => String(form.getValues()[side.dateField] ?? '')
  const setDue = (day: string) => form.setFieldValue('due_date', day)
  return (
    <>
      <LatinField name={side.numberField} />
      <SelectField<Party>
        name={side.partyField}
        call={optionsOf(parties[side.name])}
        known={form.getValues()[side.party] as Choosable | undefined}
        onChoose={(party) => {
          if (isNew && party?.payment_terms_days && dateOf()) setDue(addDays(dateOf(), party.payment_terms_days))
        }}
      />
      <SelectField
        name="branch_id"
        call={optionsOf(branches)}
        known={form.getValues().branch as Choosable | undefined}
      />
      <DateField
        name={side.dateField}
        onChange={(day) => {
          if (day > String(form.getValues().due_date ?? '')) setDue(day)
        }}
      />
      <DateField name="due_date" />
      <SelectField name="currency_id" call={lookUps.currencies} />
      <SelectField name="tax_id" call={optionsOf(taxes)} query={{ side: side.name }} />
    </>
  )
}
