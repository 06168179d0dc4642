import { useState } from 'react'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** The quantity. Unlimited products have none: switching it on, or choosing a service, clears and disables the field. */
export function QuantityFields({ initial }: { initial: boolean }) {
  const { form } = useFormScope()
  const [unlimited, setUnlimited] = useState(initial)
  form.watch('unlimited_quantity', ({ value }) => setUnlimited(Boolean(value)))
  return (
    <>
      <NumberField name="quantity" disabled={unlimited} withAsterisk={!unlimited} />
      <SwitchField name="unlimited_quantity" onChange={(on) => on && form.setFieldValue('quantity', '')} />
    </>
  )
}
