import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import IconReverse from '~icons/tabler/arrow-back-up'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import { today } from '../ui/today.ts'

type ReverseOnDayProps = {
  call: Call
  record: { id: number; version: number }
  number: string
  /** The translation keys: `reverse.title`, `reverse.hint`. */
  words: 'journal' | 'payments'
  /** The list that shows it. */
  path: string
}

/** Takes what was posted back on another day, for what its own day is locked. */
export function ReverseOnDate(props: ReverseOnDayProps) {
  const { t } = useTranslation(props.words)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReverse className="turns" aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('reverse.action')}
      </Button>
      {asking && <ReverseDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function ReverseDialog({ call, record, number, words, path, onClose }: ReverseOnDayProps & { onClose: () => void }) {
  const { t } = useTranslation(words)
  const label = useFieldLabel(call.labels)
  const written = useWritten(path)
  const [date, setDate] = useState(today())
  const [reason, setReason] = useState('')
  const reverse = useSubmitOnce({
    mutationFn: () => request(call, { params: { id: record.id }, body: { date, reason, version: record.version } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const error = reverse.error instanceof ApiError ? reverse.error : null
  return (
    <DialogForm
      title={`${t('reverse.title')} ${number}`}
      isPending={reverse.isPending}
      onSubmit={() => reverse.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('reverse.hint')}</Text>
      <DayInput label={label('date')} value={date} onChange={setDate} onWrong={setDate} error={error?.fields.date} />
      <TextInput
        label={label('reason')}
        required
        data-autofocus
        value={reason}
        error={error?.fields.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {error && Object.keys(error.fields).every((field) => field !== 'date' && field !== 'reason') && (
        <Text size="sm" c="var(--bad)" role="alert">
          {error.message}
        </Text>
      )}
    </DialogForm>
  )
}
