import { lookUps } from '#contract/organization.ts'
import { LatinField } from '../fields/LatinField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'

/** What a branch says of itself, in the settings and in the set-up. */
export function BranchFields() {
  return (
    <>
      <TextField name="name" />
      <TextField name="name_en" />
      <LatinField name="email" inputMode="email" />
      <LatinField name="mobile" inputMode="tel" />
      <LatinField name="phone" inputMode="tel" />
      <SelectField name="city_id" call={lookUps.cities} />
      <TextField name="address" />
    </>
  )
}
