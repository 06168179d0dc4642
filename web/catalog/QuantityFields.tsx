import { useState } from 'react'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** The quantity. Unlimited products have none: switching it on clears and disables the field. */
export function QuantityFields({ initial }: { initial: boolean }) {
  const { form } = useFormScope()
  const [unlimited, setUnlimited] = useState(initial)
  return (
    <>
      <NumberField name="quantity" disabled={unlimited} withAsterisk={!unlimited} />
      <SwitchField
        name="unlimited_quantity"
        onChange={(on) => {
          setUnlimited(on)
          if (on) form.setFieldValue('quantity', '')
        }}
      />
    </>
  )
}
