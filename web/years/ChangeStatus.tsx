import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { financialYears, yearCalls } from '#contract/years.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import type { Year } from './FinancialYearsPage.tsx'

export type YearChange = { year: Year; to: 'open' | 'closed' | 'under_review' }

/** Asks before a year opens, closes or goes under review. A refusal stays in the dialog with its reason. */
export function ChangeStatus({ change: { year, to }, onClose }: { change: YearChange; onClose: () => void }) {
  const { t } = useTranslation('years')
  const { t: common } = useTranslation('common')
  const written = useWritten(financialYears.path)
  const change = useMutation({
    mutationFn: () =>
      request(yearCalls.changeStatus, { params: { id: year.id }, body: { status: to, version: year.version } }),
    onSuccess: () => {
      showSuccess('status_changed')
      written()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const refused = change.error instanceof ApiError && change.error.status < 500 ? change.error.message : null
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`change.${to}.title`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
      centered
    >
      <Text size="sm">{t(`change.${to}.question`, { name: year.name })}</Text>
      {refused && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button loading={change.isPending} onClick={() => change.mutate()} data-autofocus>
          {common('actions.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
