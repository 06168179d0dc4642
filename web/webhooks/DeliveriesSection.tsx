import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type WebhookDeliveryRow,
  webhookDeliveries,
  webhookDeliveryStates,
  webhooks,
} from '#contract/access/webhooks.ts'
import { type RowOf, useList } from '../api/resource.ts'
import type { Column } from '../ui/cells/Column.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FilterSelect } from '../ui/filters/FilterSelect.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { minuteAt } from '../ui/today.ts'
import { DeliveryState } from './DeliveryState.tsx'
import classes from './Webhooks.module.css'

const DeliveryDetails = lazy(async () => ({ default: (await import('./DeliveryDetails.tsx')).DeliveryDetails }))

const columns: readonly Column<WebhookDeliveryRow>[] = [
  { name: 'created_at', draw: ({ created_at }) => <Num>{minuteAt(created_at)}</Num> },
  { name: 'type', draw: ({ type, resource_id }) => <bdi dir="ltr">{`${type} #${resource_id}`}</bdi> },
  { name: 'webhook', draw: ({ webhook }) => <bdi>{webhook.name}</bdi> },
  { name: 'state', draw: ({ state }) => <DeliveryState state={state} /> },
  { name: 'attempts', figures: true, draw: ({ attempts }) => <Num>{String(attempts)}</Num> },
  {
    name: 'response_status',
    draw: ({ response_status: status }) => <Num>{status === null ? '–' : String(status)}</Num>,
  },
]

/** Settings: what was sent to other systems, and what they answered. */
export function DeliveriesSection() {
  const { t } = useTranslation('webhooks')
  const [shown, setShown] = useState<number | null>(null)
  return (
    <>
      <ListPage
        resource={webhookDeliveries}
        columns={columns}
        filters={<Filters />}
        above={<p className={classes.hint}>{t('detail')}</p>}
        rowActions={(row) => (
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(row.id)}>
            {t('details')}
          </Button>
        )}
      />
      <Suspense>{shown !== null && <DeliveryDetails id={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}

function Filters() {
  const { t } = useTranslation('webhooks')
  const endpoints = useList(webhooks, { per_page: 100 })
  const rows = (endpoints.data?.data ?? []) as RowOf<typeof webhooks>[]
  return (
    <>
      <FilterSelect
        name="webhook_id"
        all={t('all_webhooks')}
        choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <FilterSelect
        name="state"
        all={t('all_states')}
        choices={webhookDeliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
    </>
  )
}
