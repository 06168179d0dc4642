import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type WebhookDelivery, webhookCalls, webhookDeliveries } from '#contract/access/webhooks.ts'
import { useRecord } from '../api/resource.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useFocusBackAfter } from '../ui/focus/useFocusBack.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { minuteAt } from '../ui/today.ts'
import { DeliveryState } from './DeliveryState.tsx'
import classes from './Webhooks.module.css'

/** One delivery: what is sent, what was answered, and sending it again. */
export function DeliveryDetails({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const answer = useRecord(webhookDeliveries, id)
  useFocusBackAfter()
  const delivery = answer.data as WebhookDelivery | undefined
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<bdi dir="ltr">{delivery?.type ?? t('names.webhook_delivery.one')}</bdi>}
      closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      centered
    >
      {delivery ? (
        <Details delivery={delivery} />
      ) : answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  )
}

function Details({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const replay = useActionMutation(webhookCalls.replay)
  const { state, url, body, response, response_status, duration_ms, last_error, next_attempt_at } = delivery
  return (
    <div className={classes.part}>
      <DeliveryState state={state} />
      <bdi dir="ltr" className={classes.small}>
        POST {url}
      </bdi>
      {state === 'waiting' && next_attempt_at && (
        <span className={classes.small}>
          {t('next')}: <bdi>{minuteAt(next_attempt_at)}</bdi>
        </span>
      )}
      {last_error && (
        <span className={classes.bad}>
          {t('last_error')}: <bdi dir="ltr">{last_error}</bdi>
        </span>
      )}
      <h3>{t('sent')}</h3>
      <pre className={classes.text}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      <h3>
        {t('answered')}{' '}
        <bdi className={classes.small}>
          {response_status ?? t('no_answer')}
          {duration_ms !== null && ` · ${t('took', { number: duration_ms })}`}
        </bdi>
      </h3>
      {response && <pre className={classes.text}>{response}</pre>}
      <Group justify="flex-end">
        <Button
          loading={replay.isPending}
          disabled={state === 'waiting'}
          onClick={() => replay.mutate({ params: { id: delivery.id } })}
        >
          {t('replay')}
        </Button>
      </Group>
    </div>
  )
}
