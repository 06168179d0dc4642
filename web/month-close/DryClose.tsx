import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type DryCloseState, dryCloseCalls } from '#contract/closing/dry-close.ts'
import { reportPath } from '#contract/reports/report-index.ts'
import { request } from '../api/client.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { instantText } from '../sharing/instantText.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './DryClose.module.css'

/** What the last dry close found, the press that closes dry now, and whether each night does. */
export function DryClose({ date }: { date: string }) {
  const { t } = useTranslation('monthClose')
  const client = useQueryClient()
  const answer = useCallQuery(dryCloseCalls.show)
  const nightly = useSubmitOnce({
    mutationFn: (is_on: boolean) => request(dryCloseCalls.nightly, { body: { is_on } }),
    onSettled: () => client.invalidateQueries({ queryKey: [dryCloseCalls.show.path] }),
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  const state = answer.data as DryCloseState | undefined
  return (
    <section className={classes.card} aria-labelledby="dry-close" aria-busy={state === undefined || undefined}>
      <div className={classes.text}>
        <h2 id="dry-close">{t('dry.title')}</h2>
        {state?.last ? <Outcome last={state.last} /> : <p>{t('dry.never')}</p>}
        {nightly.error && <FailedState error={nightly.error} onRetry={() => nightly.reset()} />}
      </div>
      <div className={classes.acts}>
        <Switch
          label={t('dry.nightly')}
          checked={state?.is_nightly ?? false}
          disabled={state === undefined || nightly.isPending}
          onChange={(event) => nightly.mutate(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={reportPath('dry_close')} search={{ to: date }} />}
        >
          {t('dry.now')}
        </Button>
      </div>
    </section>
  )
}

function Outcome({ last }: { last: NonNullable<DryCloseState['last']> }) {
  const { t } = useTranslation('monthClose')
  const { year, month_stops, year_stops, profit, at } = last
  return (
    <>
      <p>
        <bdi>{t('dry.month_stops', { count: month_stops })}</bdi>
        {' · '}
        <bdi>{year ? t('dry.year_stops', { count: year_stops, name: year.name }) : t('dry.no_year')}</bdi>
      </p>
      {year && (
        <p>
          {t('dry.profit')} <OwnAmount value={profit} />
        </p>
      )}
      <p className={classes.at}>
        {t('dry.as_at')} <Num>{instantText(at)}</Num>
      </p>
    </>
  )
}
