import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { financialYears, yearCalls } from '#contract/years.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { ClosingPreview, useClosing } from './ClosingPreview.tsx'
import type { Year } from './FinancialYearsPage.tsx'

export type YearChange = { year: Year; to: 'open' | 'closed' | 'under_review' }

/** Asks before a year opens, closes or goes under review. A refusal stays in the dialog with its reason. */
export function ChangeStatus({ change: { year, to }, onClose }: { change: YearChange; onClose: () => void }) {
  const { t } = useTranslation('years')
  const { t: common } = useTranslation('common')
  const written = useWritten(financialYears.path)
  const [reason, setReason] = useState('')
  const reopens = year.status === 'closed'
  const closing = useClosing(to === 'closed' ? year.id : null)
  const blocked = to === 'closed' && (closing.data === undefined || closing.data.obstacles.length > 0)
  const change = useMutation({
    mutationFn: () =>
      request(yearCalls.changeStatus, {
        params: { id: year.id },
        body: { status: to, version: year.version, ...(reopens && { reason }) },
      }),
    onSuccess: () => {
      showSuccess('status_changed')
      written()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const failure = change.error instanceof ApiError && change.error.status < 500 ? change.error : null
  const refused = failure && (failure.fields.status ?? failure.message)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`change.${to}.title`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
      centered
    >
      <Text size="sm">{t(`change.${to}.question`, { name: year.name })}</Text>
      {to === 'closed' && <ClosingPreview closing={closing} onLeave={onClose} />}
      {reopens && (
        <Textarea
          mt="sm"
          rows={2}
          required
          label={t('fields.financial_year.reason')}
          description={t('closing.reopen_hint')}
          value={reason}
          error={failure?.fields.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {refused && !failure.fields.reason && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button loading={change.isPending} disabled={blocked} onClick={() => change.mutate()} data-autofocus>
          {common('actions.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
