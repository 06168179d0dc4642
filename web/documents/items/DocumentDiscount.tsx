import { useState } from 'react'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { DiscountInput, type GivenDiscount } from './DiscountInput.tsx'
import classes from './DocumentItems.module.css'

/** The discount of the whole document. */
export function DocumentDiscount({ onChange }: { onChange: (discount: GivenDiscount) => void }) {
  const { form, resource } = useFormScope()
  const label = useFieldLabel(resource)
  const [value, setValue] = useState(() => storedDiscount(form.getValues()))
  return (
    <div className={classes.discount}>
      <DiscountInput
        label={label('discount')}
        placeholder="10%"
        data-field="discount_amount"
        error={form.errors.discount_amount ?? form.errors.discount_percent}
        value={value}
        onChange={(next) => {
          setValue(next)
          onChange(next)
          for (const [field, text] of Object.entries(next)) {
            form.setFieldValue(field, text)
            form.clearFieldError(field)
          }
        }}
      />
    </div>
  )
}

export const storedDiscount = ({ discount_amount, discount_percent }: Record<string, unknown>): GivenDiscount => ({
  discount_amount: String(discount_amount ?? ''),
  discount_percent: String(discount_percent ?? ''),
})
