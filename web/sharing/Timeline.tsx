import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Delivery, deliveryCalls } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import type { PaidOn } from './Deliveries.tsx'
import { instantText } from './instantText.ts'
import classes from './Sharing.module.css'

type TimelineProps = {
  kind: SharedKindName
  id: number
  deliveries: readonly Delivery[]
  payments: readonly PaidOn[]
}
const colors: Record<string, string> = {
  waiting: 'orange',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  unknown: 'orange',
  open: 'green',
  ended: 'gray',
  retrying: 'orange',
}

export function Timeline({ kind, id, deliveries, payments }: TimelineProps) {
  const { t } = useTranslation('sharing')
  return (
    <section className={classes.timeline} aria-label={t('timeline.title')}>
      <h2>{t('timeline.title')}</h2>
      <ol>
        {payments.map(({ id: payment, payment_number, payment_date }) => (
          <li key={`payment ${payment}`}>
            <StatusDot status="paid" label={t('timeline.paid')} />
            <Num>{payment_number}</Num>
            <Num>{payment_date}</Num>
          </li>
        ))}
        {deliveries.map((delivery) => (
          <Entry key={delivery.id} kind={kind} id={id} delivery={delivery} />
        ))}
      </ol>
    </section>
  )
}

/** An ended link is worth more to say than how it was sent. */
function standingOf({ state, error, ended_at, channel }: Delivery): string {
  if (ended_at) return 'ended'
  if (state === 'waiting' && error) return 'retrying'
  return channel === 'mail' ? state : 'open'
}

function Entry({ kind, id, delivery }: { kind: SharedKindName; id: number; delivery: Delivery }) {
  const { t } = useTranslation('sharing')
  const standing = standingOf(delivery)
  const { channel, recipients, created_at, created_by, error, remarks } = delivery
  return (
    <li>
      <StatusDot status={standing} color={colors[standing]} label={t(`timeline.states.${standing}`)} />
      <span>{t(`timeline.channels.${channel}`)}</span>
      {recipients.length > 0 && <bdi>{recipients.join(', ')}</bdi>}
      <Num>{instantText(created_at)}</Num>
      {created_by && <bdi className={classes.muted}>{created_by}</bdi>}
      <Opened delivery={delivery} />
      <Actions kind={kind} id={id} delivery={delivery} />
      {error && standing !== 'ended' && (
        <p className={classes.reason}>
          <bdi>{error}</bdi>
        </p>
      )}
      {remarks.map(({ name, remark, created_at: said_at }) => (
        <blockquote key={said_at} className={classes.remark}>
          <bdi>{name ?? t('timeline.reader')}</bdi> <Num>{instantText(said_at)}</Num>
          <p dir="auto">{remark}</p>
        </blockquote>
      ))}
    </li>
  )
}

function Opened({ delivery: { opened, last_opened_at } }: { delivery: Delivery }) {
  const { t } = useTranslation('sharing')
  if (opened === 0 || !last_opened_at) return <span className={classes.muted}>{t('timeline.not_opened')}</span>
  return (
    <span>
      <BidiText>
        {t('timeline.opened', { count: opened })} <Num>{instantText(last_opened_at)}</Num>
      </BidiText>
    </span>
  )
}

function Actions({ kind, id, delivery }: { kind: SharedKindName; id: number; delivery: Delivery }) {
  const { t } = useTranslation('sharing')
  const can = useCan()
  const calls = deliveryCalls[kind]
  const end = useActionMutation(calls.end)
  const retry = useActionMutation(calls.retry)
  if (!can(...calls.end.admission)) return null
  const params = { id, delivery_id: delivery.id }
  return (
    <>
      {['failed', 'unknown'].includes(delivery.state) && !delivery.ended_at && (
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
          {t('timeline.retry')}
        </Button>
      )}
      {!delivery.ended_at && (
        <Button size="compact-sm" variant="subtle" loading={end.isPending} onClick={() => end.mutate({ params })}>
          {t('timeline.end')}
        </Button>
      )}
    </>
  )
}
