import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deliveryCalls, type SendingStart } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { request } from '../api/client.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from '../ui/list/selection/Selection.module.css'
import type { ManyRow } from './manyActs.ts'

type Checked = { id: number; start: SendingStart | null }

type WithoutEmailProps = { kind: SharedKindName; rows: readonly ManyRow[] }

/** Who of the marked records cannot be reached by mail, before anything is sent. */
export function WithoutEmail({ kind, rows }: WithoutEmailProps) {
  const { t } = useTranslation(['common', 'sharing'])
  const checked = useQuery({
    queryKey: ['sending', kind, rows.map(({ id }) => id)],
    queryFn: () => checkAll(kind, rows),
    gcTime: 0,
    retry: false,
  })
  if (!checked.data) return <p className={classes.hint}>{t('selection.checking')}</p>
  if (checked.data.some(({ start }) => start?.can_mail === false))
    return <p role="alert">{t('sharing:sheet.no_mail')}</p>
  const without = checked.data.flatMap(({ id, start }) => (start && !start.email ? [{ id, start }] : []))
  if (without.length === 0) return null
  return (
    <section>
      <p role="alert">{t('selection.without_email')}</p>
      <ul className={classes.results}>
        {without.map(({ id, start }) => (
          <li key={id} data-failed>
            <Num>{start.number}</Num> <bdi>{start.party}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function checkAll(kind: SharedKindName, rows: readonly ManyRow[]): Promise<Checked[]> {
  const call = deliveryCalls[kind].start
  const checked: Checked[] = []
  for (const { id } of rows) {
    const start = await request<{ data: SendingStart }>(call, { params: { id } }).then(
      ({ data }) => data,
      // What cannot be sent says so when it is sent.
      () => null,
    )
    checked.push({ id, start })
    // Without a mail server nothing is sent at all.
    if (start?.can_mail === false) break
  }
  return checked
}
