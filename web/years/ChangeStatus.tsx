import { Button, Checkbox, Group, Modal, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { financialYears, yearCalls } from '#contract/years.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { useFocusRefused } from '../ui/focus/useFocusRefused.ts'
import { ClosingPreview, useClosing } from './ClosingPreview.tsx'
import { changeWords } from './changeWords.ts'
import type { Year, YearChange } from './Year.ts'

/** The obstacle an owner may overrule. */
const unfiledVat = 'year_vat_not_filed'

/** Asks before a year opens, closes or goes under review. A refusal is shown in the dialog with its reason. */
export function ChangeStatus({ change: { year, to }, onClose }: { change: YearChange; onClose: () => void }) {
  const { t } = useTranslation('years')
  const { t: common } = useTranslation('common')
  useFocusBackAfter()
  const user = useUser()
  const [reason, setReason] = useState('')
  const reopens = year.status === 'closed'
  const words = changeWords(year, to)
  const closing = useClosing(to === 'closed' ? year.id : null)
  const [waivesVat, setWaivesVat] = useState(false)
  const obstacles = closing.data?.obstacles.filter(({ code }) => !(waivesVat && code === unfiledVat))
  const blocked = to === 'closed' && obstacles?.length !== 0
  const change = useChange(year, onClose)
  const body = { status: to, version: year.version, ...(reopens && { reason }), ...(waivesVat && { waive_vat: true }) }
  const failure = change.error instanceof ApiError && change.error.status < 500 ? change.error : null
  const refused = failure && (failure.fields.status ?? failure.message)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`change.${words}.title`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
      centered
    >
      <Text size="sm">{t(`change.${words}.question`, { name: year.name })}</Text>
      {to === 'closed' && <ClosingPreview closing={closing} endedAt={year.ended_at} onLeave={onClose} />}
      {user.is_owner && closing.data?.obstacles.some(({ code }) => code === unfiledVat) && (
        <Checkbox
          mt="sm"
          label={t('closing.waive_vat')}
          checked={waivesVat}
          onChange={(event) => setWaivesVat(event.currentTarget.checked)}
        />
      )}
      {reopens && (
        <ReopenReason
          reason={reason}
          isPending={change.isPending}
          refused={failure?.fields.reason}
          onChange={setReason}
        />
      )}
      {refused && !failure.fields.reason && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        {/* Closing cannot be confirmed before its preview has come. */}
        <Button variant="default" onClick={onClose} data-autofocus={to === 'closed' || undefined}>
          {common('actions.back_out')}
        </Button>
        <Button
          loading={change.isPending}
          disabled={blocked}
          onClick={() => change.mutate(body)}
          data-autofocus={!reopens || undefined}
        >
          {common('actions.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}

type ReopenReasonProps = {
  reason: string
  isPending: boolean
  refused: string | undefined
  onChange: (reason: string) => void
}

/** Why the books of a closed year are opened again; it stays in them. */
function ReopenReason({ reason, isPending, refused, onChange }: ReopenReasonProps) {
  const { t } = useTranslation('years')
  const question = useFocusRefused<HTMLDivElement>(isPending)
  return (
    <Textarea
      wrapperProps={{ ref: question }}
      mt="sm"
      rows={2}
      required
      data-autofocus
      label={t('fields.financial_year.reason')}
      description={t('closing.reopen_hint')}
      value={reason}
      error={refused}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function useChange(year: Year, onDone: () => void) {
  const written = useWritten(financialYears.path)
  return useSubmitOnce({
    mutationFn: (body: Record<string, string | number | boolean>) =>
      request(yearCalls.changeStatus, { params: { id: year.id }, body }),
    onSuccess: () => {
      showSuccess('status_changed')
      written()
      onDone()
    },
    onError: (error) => showFailure('update_failed', error),
  })
}
