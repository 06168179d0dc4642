import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/** The parts of a national address other than country and city. */
export function AddressFields() {
  return (
    <>
      <TextField name="district" />
      <TextField name="street" />
      <LtrTextField name="building_number" inputMode="numeric" />
      <LtrTextField name="additional_number" inputMode="numeric" />
      <LtrTextField name="postal_code" inputMode="numeric" />
    </>
  )
}
