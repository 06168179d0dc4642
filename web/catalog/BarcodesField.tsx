import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/session.ts'
import { useField } from '../ui/form/useField.ts'
import { ScanButton } from '../ui/scan/ScanButton.tsx'

/** The barcodes of a product: typed or scanned one after the other, with Enter after each as scanners send it. */
export function BarcodesField() {
  const { t } = useTranslation('common')
  const { uses_barcodes } = useUser().organization
  const { form, path, control } = useField('barcodes')
  const [barcodes, setBarcodes] = useState(() => (form.getValues()[path] || []) as string[])
  form.watch(path, ({ value }) => setBarcodes((value || []) as string[]))
  const put = (next: string[]) => {
    form.clearFieldError(path)
    form.setFieldValue(path, next)
  }
  const add = (code: string) => put([...new Set([...((form.getValues()[path] || []) as string[]), code])])
  // A product that has some shows them with any setting.
  if (!uses_barcodes && barcodes.length === 0) return null
  const { defaultValue: _, ...field } = control
  return (
    <TagsInput
      {...field}
      value={barcodes}
      onChange={put}
      splitChars={[',', ';', ' ', '،']}
      clearable={false}
      rightSection={<ScanButton title={t('scan.camera')} onCode={add} />}
    />
  )
}
