import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { financialYears, lockKinds, periodLockCalls } from '#contract/years.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { useFocusRefused } from '../ui/focus/useFocusRefused.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Years.module.css'

type Locks = z.output<typeof periodLockCalls.show.answer>

/** Through which day the books take nothing more: for everything, for sales, for purchases. */
export function PeriodLocks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['years', 'common'])
  useFocusBackAfter()
  const locks = useCallQuery(periodLockCalls.show)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('locks.title')}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      centered
    >
      {locks.error ? (
        <FailedState error={locks.error} onRetry={() => void locks.refetch()} />
      ) : locks.data && !locks.isFetching ? (
        <LocksForm stored={locks.data} onClose={onClose} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  )
}

function LocksForm({ stored, onClose }: { stored: Locks; onClose: () => void }) {
  const { t } = useTranslation(['years', 'common'])
  const can = useCan()
  const written = useWritten(financialYears.path)
  const [days, setDays] = useState(stored)
  const setDay = (kind: string, day: string | null) => setDays((before) => ({ ...before, [kind]: day }))
  const save = useSubmitOnce({
    mutationFn: () =>
      request(periodLockCalls.save, { body: Object.fromEntries(lockKinds.map((kind) => [kind, days[kind] ?? ''])) }),
    onSuccess: () => {
      showSuccess('updated')
      written()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const form = useFocusRefused<HTMLFormElement>(save.isPending)
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const mayChange = can(financialYears.permissions.update)
  return (
    <form
      ref={form}
      className={classes.locks}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Text size="sm">{t('locks.hint')}</Text>
      {lockKinds.map((kind) => (
        <DayInput
          key={kind}
          label={t(`fields.period_lock.${kind}`)}
          value={days[kind] ?? ''}
          error={fields[kind]}
          disabled={!mayChange}
          placeholder={t('locks.none')}
          clearable
          onChange={(day) => setDay(kind, day || null)}
          onWrong={(typed) => setDay(kind, typed)}
        />
      ))}
      <Text size="sm" c="var(--muted)">
        {t('fields.period_lock.vat')}:{' '}
        {stored.vat ? (
          <>
            {t('locks.vat')} <Num>{stored.vat}</Num>
          </>
        ) : (
          t('locks.vat_none')
        )}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!mayChange}>
          {t('common:actions.save')}
        </Button>
      </Group>
    </form>
  )
}
