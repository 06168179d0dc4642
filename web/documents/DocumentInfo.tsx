import { useState } from 'react'
import { taxes } from '#contract/organization.ts'
import { parties } from '#contract/parties.ts'
import type { Side } from '#contract/sides.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { BranchField } from '../fields/BranchField.tsx'
import { LatinField } from '../fields/LatinField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { storedIn } from '../fields/storedIn.ts'
import { TextField } from '../fields/TextField.tsx'
import type { Choosable } from '../fields/useChoices.ts'
import { useKeepUsual } from '../fields/useUsual.ts'
import { useFormScope } from '../kit/form/FormScope.ts'
import { CurrencyField } from '../organization/CurrencyField.tsx'
import { addDays } from './addDays.ts'
import { DocumentDates } from './DocumentDates.tsx'

type Party = Choosable & { payment_terms_days: number | null }

type DocumentInfoProps = {
  side: Side
  isNew: boolean
  /** A number of ours that was given stays; a supplier's may have been mistyped. */
  keepsNumber: boolean
}

/** The head of the document. A customer's terms fill the due date; it is never before the document's own date. */
export function DocumentInfo({ side, isNew, keepsNumber }: DocumentInfoProps) {
  const { form } = useFormScope()
  const [query] = useState(() => ({ side: side.name, ...storedIn(form.getValues(), 'tax_id') }))
  const keepTax = useKeepUsual(`${side.name}-tax`)
  const dateOf = () => String(form.getValues()[side.dateField] ?? '')
  return (
    <>
      {side.document === 'bill' ? (
        <TextField name={side.numberField} />
      ) : (
        <LatinField name={side.numberField} readOnly={keepsNumber} />
      )}
      <SelectField<Party>
        name={side.partyField}
        call={optionsOf(parties[side.name])}
        known={form.getValues()[side.party] as Choosable | undefined}
        onChoose={(party) => {
          if (isNew && party?.payment_terms_days && dateOf())
            form.setFieldValue('due_date', addDays(dateOf(), party.payment_terms_days))
        }}
      />
      <BranchField />
      <DocumentDates name={side.dateField} follows={isNew} />
      <CurrencyField dateField={side.dateField} />
      <SelectField name="tax_id" call={optionsOf(taxes)} query={query} onChoose={keepTax} />
    </>
  )
}
