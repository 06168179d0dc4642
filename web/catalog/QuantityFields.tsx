import { useState } from 'react'
import { useUser } from '../api/session.ts'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

const counted = ['quantity', 'reorder_point', 'reorder_quantity'] as const

/** The quantity, and for who orders goods when to buy more. Unlimited products have none: switching it on clears and disables the fields. */
export function QuantityFields({ initial }: { initial: boolean }) {
  const { form } = useFormScope()
  const { uses_orders } = useUser().organization
  const [unlimited, setUnlimited] = useState(initial)
  form.watch('unlimited_quantity', ({ value }) => {
    setUnlimited(Boolean(value))
    if (value) for (const name of counted) form.setFieldValue(name, '')
  })
  return (
    <>
      <NumberField name="quantity" disabled={unlimited} withAsterisk={!unlimited} />
      <SwitchField name="unlimited_quantity" />
      {uses_orders && (
        <>
          <NumberField name="reorder_point" disabled={unlimited} />
          <NumberField name="reorder_quantity" disabled={unlimited} />
        </>
      )}
    </>
  )
}
