import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { vatCalls } from '#contract/vat.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import type { VatPeriod } from './VatPeriod.ts'

const asks = {
  reference: { call: vatCalls.setReference, field: 'authority_reference' },
  take_back: { call: vatCalls.takeBack, field: 'reason' },
} as const
type ReturnDialogProps = { act: keyof typeof asks; period: VatPeriod; onClose: () => void }

/** For a filed return: the authority's number, or the reason for taking it back. */
export function ReturnDialog({ act, period, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('vat')
  const { call, field } = asks[act]
  const label = useFieldLabel('vat_period')
  const written = useWritten(vatCalls.periods.path)
  const [value, setValue] = useState(act === 'reference' ? (period.authority_reference ?? '') : '')
  const write = useSubmitOnce({
    mutationFn: () => request(call, { params: { id: period.id }, body: { [field]: value } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const error = write.error instanceof ApiError ? write.error : null
  return (
    <DialogForm title={t(`${act}.title`)} isPending={write.isPending} onSubmit={() => write.mutate()} onClose={onClose}>
      {act === 'take_back' && <Text size="sm">{t('take_back.hint', { from: period.from, to: period.to })}</Text>}
      <TextInput
        label={label(field)}
        required={act === 'take_back'}
        data-autofocus
        value={value}
        error={error?.fields[field]}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {error && !error.fields[field] && (
        <Text size="sm" c="var(--bad)" role="alert">
          {error.fields.period ?? error.message}
        </Text>
      )}
    </DialogForm>
  )
}
