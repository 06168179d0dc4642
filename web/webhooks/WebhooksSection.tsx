import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type WebhookRow, webhookCalls, webhooks } from '#contract/access/webhooks.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import type { Column } from '../ui/cells/Column.ts'
import { statusColumn } from '../ui/cells/columns.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { StatusFilter } from '../ui/filters/StatusFilter.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { minuteAt } from '../ui/today.ts'
import { EventsField } from './EventsField.tsx'
import classes from './Webhooks.module.css'

const ShownKey = lazy(async () => ({ default: (await import('../access/ShownKey.tsx')).ShownKey }))

const columns: readonly Column<WebhookRow>[] = [
  { name: 'name', draw: (row) => <Endpoint row={row} /> },
  statusColumn(),
  { name: 'events', figures: true, draw: ({ events }) => <Num>{String(events.length)}</Num> },
  { name: 'waiting', figures: true, draw: ({ waiting }) => <Num>{String(waiting)}</Num> },
  { name: 'failed', figures: true, draw: ({ failed }) => <Failed count={failed} /> },
  { name: 'last_delivered_at', draw: ({ last_delivered_at: at }) => (at ? <Num>{minuteAt(at)}</Num> : '–') },
]

/** Settings: the addresses of other systems that are notified of what happens. */
export function WebhooksSection() {
  const { t } = useTranslation('webhooks')
  const [secret, setSecret] = useState<string | null>(null)
  const show = (record: unknown) => {
    const { secret: made } = record as { secret: string | null }
    if (made) setSecret(made)
  }
  return (
    <>
      <ListPage
        resource={webhooks}
        columns={columns}
        filters={<StatusFilter />}
        above={<p className={classes.hint}>{t('detail')}</p>}
        rowLink={(row) => <RowButtons row={row as WebhookRow} onSecret={show} />}
      >
        <DrawerForm defaults={{ status: 'active', events: [] }} onSaved={show}>
          <TextField name="name" />
          <LtrTextField name="url" description={t('url_hint')} />
          <EventsField />
          <StatusField />
        </DrawerForm>
      </ListPage>
      <Suspense>{secret !== null && <ShownKey value={secret} onClose={() => setSecret(null)} />}</Suspense>
    </>
  )
}

function Endpoint({ row: { name, url, gone_at } }: { row: WebhookRow }) {
  const { t } = useTranslation('webhooks')
  return (
    <span className={classes.two}>
      <bdi>{name}</bdi>
      <bdi dir="ltr" className={classes.small}>
        {url}
      </bdi>
      {gone_at && <span className={`${classes.small} ${classes.bad}`}>{t('gone')}</span>}
    </span>
  )
}

function Failed({ count }: { count: number }) {
  return (
    <span className={count > 0 ? classes.bad : undefined}>
      <Num>{String(count)}</Num>
    </span>
  )
}

function RowButtons({ row: { id }, onSecret }: { row: WebhookRow; onSecret: (record: unknown) => void }) {
  const { t } = useTranslation('webhooks')
  const written = useWritten('/webhook-deliveries')
  const test = useSubmitOnce({
    mutationFn: () => request(webhookCalls.test, { params: { id } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const renew = useSubmitOnce({
    mutationFn: () => request<{ data: unknown }>(webhookCalls.renewSecret, { params: { id } }),
    onSuccess: ({ data }) => onSecret(data),
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <span className={classes.row}>
      <Button variant="subtle" size="compact-xs" loading={test.isPending} onClick={() => test.mutate()}>
        {t('test')}
      </Button>
      <Button
        variant="subtle"
        size="compact-xs"
        title={t('renew_question')}
        loading={renew.isPending}
        onClick={() => renew.mutate()}
      >
        {t('renew')}
      </Button>
      <Button
        variant="subtle"
        size="compact-xs"
        renderRoot={(props) => (
          <Link {...props} to="/settings/webhook-deliveries" search={{ webhook_id: String(id) }} />
        )}
      >
        {t('to_deliveries')}
      </Button>
    </span>
  )
}
