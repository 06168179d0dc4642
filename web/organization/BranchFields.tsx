import { lookUps } from '#contract/organization.ts'
import { LatinField } from '../kit/fields/LatinField.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'

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
