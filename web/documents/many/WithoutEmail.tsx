import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { deliveryCalls, type SendingStart } from '#contract/sharing/deliveries.ts'
import { request } from '../../api/client.ts'
import { Num } from '../../ui/cells/Num.tsx'
import classes from '../../ui/list/selection/Selection.module.css'
import type { ManyRow } from './acts.ts'

type Checked = { id: number; start: SendingStart | null }

/** Parties of the selected documents without an address, shown before sending. */
export function WithoutEmail({ side, rows }: { side: Side; rows: readonly ManyRow[] }) {
  const { t } = useTranslation(['common', 'sharing'])
  const checked = useQuery({
    queryKey: ['sending', side.document, rows.map(({ id }) => id)],
    queryFn: () => checkAll(side, rows),
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

async function checkAll(side: Side, rows: readonly ManyRow[]): Promise<Checked[]> {
  if (side.document === 'bill') return []
  const call = deliveryCalls[side.document].start
  const checked: Checked[] = []
  for (const { id } of rows) {
    const start = await request<{ data: SendingStart }>(call, { params: { id } }).then(
      ({ data }) => data,
      // A document that cannot be sent reports it when sending.
      () => null,
    )
    checked.push({ id, start })
    // Without a mail server nothing is sent at all.
    if (start?.can_mail === false) break
  }
  return checked
}
