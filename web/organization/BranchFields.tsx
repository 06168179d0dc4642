import { lookUps } from '#contract/organization.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { RegistrationFields } from './RegistrationFields.tsx'

/** A branch's own data, in the settings and in onboarding. */
export function BranchFields() {
  return (
    <>
      <TextField name="name" />
      <TextField name="name_en" />
      <LtrTextField name="email" inputMode="email" />
      <LtrTextField name="mobile" inputMode="tel" />
      <LtrTextField name="phone" inputMode="tel" />
      <SelectField name="city_id" call={lookUps.cities} />
      <AddressFields />
      <LtrTextField name="short_address" />
      <TextField name="address" />
      <RegistrationFields />
    </>
  )
}
