import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconPlus from '~icons/tabler/plus'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'

/** What the bank kept of a receipt. Most receipts have no fee, so the fields open on demand. */
export function FeeFields({ decimals }: { decimals: number | undefined }) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const [isOpen, setIsOpen] = useState(() => {
    const { fee, fee_tax } = form.getValues()
    return [fee, fee_tax].some((value) => Number(value) > 0)
  })
  if (!isOpen)
    return (
      <div>
        <Button variant="subtle" size="xs" leftSection={<IconPlus aria-hidden />} onClick={() => setIsOpen(true)}>
          {t('actions.add_fee')}
        </Button>
      </div>
    )
  return (
    <>
      <NumberField name="fee" decimals={decimals} />
      <NumberField name="fee_tax" decimals={decimals} />
    </>
  )
}
