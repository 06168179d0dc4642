import { Button, Group, Modal, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reports } from '#contract/reports/reports.ts'
import { type VatPeriods, vatCalls } from '#contract/vat.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { FiledPeriod } from './FiledPeriod.tsx'
import classes from './Vat.module.css'
import type { VatPeriod } from './VatPeriod.ts'

const shown = ['13', '14', '15', '16']

/** Asks before filing a return and shows its last boxes, because its days accept no tax afterwards. Then shows the result. */
export function FilePeriod({ period, onClose }: FilePeriodProps) {
  const { t } = useTranslation(['vat', 'common'])
  const [filed, setFiled] = useState<VatPeriod | null>(null)
  useFocusBackAfter()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(filed ? 'filed.title' : 'file.title')}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      centered
    >
      {filed ? (
        <FiledPeriod period={filed} onClose={onClose} />
      ) : (
        <Question period={period} onFiled={setFiled} onClose={onClose} />
      )}
    </Modal>
  )
}

type FilePeriodProps = { period: VatPeriod; onClose: () => void }

function Question({ period, onFiled, onClose }: FilePeriodProps & { onFiled: (period: VatPeriod) => void }) {
  const { t } = useTranslation(['vat', 'common'])
  const written = useWritten(vatCalls.periods.path)
  const answer = useCallQuery(reports.vatReturn.calls.show, { from: period.from, to: period.to })
  const file = useSubmitOnce({
    mutationFn: () => request<{ data: VatPeriods }>(vatCalls.file, { params: { id: period.id } }),
    onSuccess: ({ data }) => {
      written()
      onFiled(data.periods.find(({ id }) => id === period.id) ?? period)
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const can = useCan()
  const refused = file.error instanceof ApiError && file.error.status < 500 ? file.error : null
  return (
    <>
      <Text size="sm">{t('file.question', { from: period.from, to: period.to })}</Text>
      <Text size="sm" mt="xs">
        {t('file.not_sent')}
      </Text>
      {period.delivered && (
        <Text size="sm" mt="xs">
          {t('delivered', { to: period.to, number: period.delivered.count, day: period.delivered.day })}
        </Text>
      )}
      {period.settles_on && (
        <Text size="sm" mt="xs">
          {t('file.settles_later', { date: period.settles_on })}
        </Text>
      )}
      {answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <LoadingState />}
      <dl className={classes.figures}>
        {answer.data?.rows
          .filter(({ texts }) => shown.includes(String(texts.box)))
          .map((row) => (
            <div key={row.key}>
              <dt>{t(`file.boxes.${row.texts.box}`)}</dt>
              <dd>
                <OwnAmount value={row.figures.vat ?? 0} />
              </dd>
            </div>
          ))}
      </dl>
      {refused && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {refused.fields.period ?? refused.message}{' '}
          {/* A lock or a closed year refuses it: this is where both are lifted. */}
          {can('list-financial-year') && (
            <Link to="/accounting/financial-years" className="link">
              {t('file.way_out')}
            </Link>
          )}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:actions.back_out')}
        </Button>
        <Button loading={file.isPending} disabled={!answer.data} onClick={() => file.mutate()}>
          {t('file.action')}
        </Button>
      </Group>
    </>
  )
}
