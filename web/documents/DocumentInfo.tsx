import { useState } from 'react'
import type { Side } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { taxes } from '#contract/taxes.ts'
import { CurrencyField } from '../accounting-ui/CurrencyField.tsx'
import { PlaceField } from '../accounting-ui/PlaceField.tsx'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { CreditNotice } from '../parties/CreditNotice.tsx'
import { BranchField } from '../ui/fields/BranchField.tsx'
import { includeStoredOption } from '../ui/fields/includeStoredOption.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useRememberChoice } from '../ui/fields/useDefaultChoice.ts'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { AudienceField } from './AudienceField.tsx'
import { addDays } from './addDays.ts'
import { BuyerNotice } from './buyer/BuyerNotice.tsx'
import type { BuyerChoice } from './buyer/buyerFacts.ts'
import { DocumentDates } from './DocumentDates.tsx'
import { OpenOrders } from './OpenOrders.tsx'

type Party = Choosable & BuyerChoice & { payment_terms_days: number | null }

type DocumentInfoProps = {
  side: Side
  isNew: boolean
  /** A number of ours that was given stays; a supplier's may have been mistyped. */
  keepsNumber: boolean
  /** What the tax invoice lacks of its buyer. */
  onLacking: (lacking: string[]) => void
}

/** The head of the document. A customer's terms fill the due date; it is never before the document's own date. */
export function DocumentInfo({ side, isNew, keepsNumber, onLacking }: DocumentInfoProps) {
  const { form } = useFormScope()
  const [query] = useState(() => ({ side: side.name, ...includeStoredOption(form.getValues(), 'tax_id') }))
  const keepTax = useRememberChoice(`${side.name}-tax`)
  const [chosen, setParty] = useState<Party | null>()
  const partyId = useWatched(form, side.partyField)
  const offered = useOptions(optionsOf(parties[side.name])).data as Party[] | undefined
  // A form that opens with its customer: what is known of it now, or else what the stored document says.
  const stored = form.getValues()[side.party] as Party | null | undefined
  const party = chosen ?? [...(offered ?? []), ...(stored ? [stored] : [])].find(({ id }) => String(id) === partyId)
  const dateOf = () => String(form.getValues()[side.dateField] ?? '')
  return (
    <>
      {side.document === 'bill' ? (
        <TextField name={side.numberField} />
      ) : (
        <LtrTextField name={side.numberField} readOnly={keepsNumber} />
      )}
      <SelectField<Party>
        name={side.partyField}
        call={optionsOf(parties[side.name])}
        known={form.getValues()[side.party] as Choosable | undefined}
        thenField="items.0.product_id"
        onChoose={(party) => {
          setParty(party)
          if (isNew && party?.payment_terms_days && dateOf())
            form.setFieldValue('due_date', addDays(dateOf(), party.payment_terms_days))
        }}
      />
      {isNew && side.document !== 'advance_invoice' && <OpenOrders side={side} />}
      {side.document === 'invoice' && <CreditNotice customer={partyId} />}
      <BranchField />
      {side.document !== 'advance_invoice' && <PlaceField />}
      <DocumentDates name={side.dateField} follows={isNew} />
      <CurrencyField dateField={side.dateField} />
      <SelectField name="tax_id" call={optionsOf(taxes)} query={query} onChoose={keepTax} />
      {side.name === 'sales' && (
        <>
          <AudienceField />
          <BuyerNotice
            buyer={party}
            onLacking={onLacking}
            onCompleted={(record) => setParty({ ...party, ...record } as Party)}
          />
        </>
      )}
    </>
  )
}
