import { Button, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { journalCalls, type journalEntries } from '#contract/journal.ts'
import IconReverse from '~icons/tabler/arrow-back-up'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { type RecordOf, useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { DayInput } from '../fields/DayInput.tsx'
import { DialogForm } from '../fields/DialogForm.tsx'
import { today } from '../kit/today.ts'
import { journalPath } from './journalPath.ts'

type Entry = Pick<RecordOf<typeof journalEntries>, 'id' | 'journal_number' | 'version'>

/** Takes an entry back on another day, for one whose own day is locked. */
export function ReverseEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation('journal')
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
      {asking && <ReverseDialog entry={entry} onClose={() => setAsking(false)} />}
    </>
  )
}

function ReverseDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation('journal')
  const written = useWritten(journalPath)
  const [date, setDate] = useState(today())
  const [reason, setReason] = useState('')
  const reverse = useMutation({
    mutationFn: () =>
      request(journalCalls.reverse, { params: { id: entry.id }, body: { date, reason, version: entry.version } }),
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
      title={`${t('reverse.title')} ${entry.journal_number}`}
      isPending={reverse.isPending}
      onSubmit={() => reverse.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('reverse.hint')}</Text>
      <DayInput label={t('fields.journal_entry.date')} value={date} onChange={setDate} error={error?.fields.date} />
      <TextInput
        label={t('fields.journal_entry.reason')}
        required
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
