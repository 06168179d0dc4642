import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { request } from '../api/client.ts'
import { useCan } from '../api/useCan.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { DeferralRow } from './DeferralRow.tsx'
import classes from './Deferrals.module.css'
import { type SpreadableItem, SpreadDrawer } from './SpreadDrawer.tsx'

type DeferralsSectionProps = { kind: 'invoice' | 'bill'; id: number; items: readonly SpreadableItem[] }

export function DeferralsSection({ kind, id, items }: DeferralsSectionProps) {
  const { t } = useTranslation('deferrals')
  const can = useCan()
  const [isSpreading, setIsSpreading] = useState(false)
  const { list, create } = deferralCalls[kind]
  const answer = useQuery({
    queryKey: [list.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: Deferral[] }>(list, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return null
  const taken = new Set(answer.data.filter(({ state }) => state !== 'cancelled').map(({ line_number }) => line_number))
  const free = items.filter(({ line_number }) => !taken.has(line_number))
  const maySpread = free.length > 0 && can(...create.admission)
  if (answer.data.length === 0 && !maySpread) return null
  return (
    <section className={classes.section} aria-label={t('of_document')}>
      <div className={classes.head}>
        {answer.data.length > 0 && <h2>{t('of_document')}</h2>}
        {maySpread && (
          <Button size="compact-sm" variant="default" onClick={() => setIsSpreading(true)}>
            {t('actions.spread')}
          </Button>
        )}
      </div>
      {answer.data.length > 0 && (
        <ul className={classes.rows}>
          {answer.data.map((row) => (
            <DeferralRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {isSpreading && <SpreadDrawer kind={kind} id={id} items={free} onClose={() => setIsSpreading(false)} />}
    </section>
  )
}
