import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Recurring, recurringCalls } from '#contract/schedules/recurring.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import classes from './Recurring.module.css'
import { Tasks } from './Tasks.tsx'

const EditRepetition = lazy(async () => ({ default: (await import('./RepeatDrawer.tsx')).EditRepetition }))
const colors = { active: 'green', paused: 'orange', ended: 'gray' }

/** One repetition, with what can be done about it. */
export function RecurringRow({ row }: { row: Recurring }) {
  const { t } = useTranslation('recurring')
  const { kind, source_id, source_number, name, name_en, total, currency, state, next, unit, every, is_month_end } = row
  const rule = t(`${every === 1 ? 'rule_of_one' : 'rule'}.${is_month_end ? 'month_end' : unit}`, { every })
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <OpenLink to={viewPath(kind, source_id) ?? ''} className="link">
          <Num>{source_number ?? String(source_id)}</Num>
        </OpenLink>
        {name && <bdi>{localName({ name, name_en })}</bdi>}
        {total !== null && <Amount value={total} currency={currency} />}
        <StatusDot status={state} color={colors[state]} label={t(`states.${state}`)} />
        <span className={classes.muted}>{`${rule} · ${t(`saves.${row.save_as}`)}`}</span>
      </div>
      <Tasks row={row} />
      <div className={classes.head}>
        {next[0] && (
          <details>
            <summary>
              {t('next')} <Num>{next[0].day}</Num>
            </summary>
            <ol className={classes.days}>
              {next.map(({ number, day }) => (
                <li key={number}>
                  <Num>{day}</Num>
                </li>
              ))}
            </ol>
          </details>
        )}
        <Made row={row} />
        <Actions row={row} />
      </div>
    </li>
  )
}

/** The results of the latest occurrences. */
function Made({ row: { kind, occurrences } }: { row: Recurring }) {
  const { t } = useTranslation('recurring')
  const past = occurrences.filter(({ state }) => state !== 'failed')
  if (past.length === 0) return null
  return (
    <details>
      <summary>{t('made')}</summary>
      <ol className={classes.days}>
        {past.map(({ number, day, state, record_id }) => (
          <li key={number}>
            <OpenLink to={record_id === null ? '' : (viewPath(kind, record_id) ?? '')} className="link">
              <Num>{day}</Num>
            </OpenLink>{' '}
            <span className={classes.muted}>{t(`occurrence_states.${state}`)}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Actions({ row }: { row: Recurring }) {
  const { t } = useTranslation('recurring')
  const can = useCan()
  const [isEditing, setIsEditing] = useState(false)
  const calls = recurringCalls[row.kind]
  const acts = {
    pause: useActionMutation(calls.pause),
    resume: useActionMutation(calls.resume),
    skip: useActionMutation(calls.skip),
    end: useActionMutation(calls.end),
  }
  if (row.state === 'ended' || !can(...calls.create.admission)) return null
  const offered = row.state === 'active' ? (['skip', 'pause', 'end'] as const) : (['resume', 'end'] as const)
  return (
    <span className={classes.actions}>
      <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
        {t('actions.edit')}
      </Button>
      {offered.map((name) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          loading={acts[name].isPending}
          onClick={() => acts[name].mutate({ params: { id: row.id } })}
        >
          {t(`actions.${name}`)}
        </Button>
      ))}
      <Suspense>{isEditing && <EditRepetition row={row} onClose={() => setIsEditing(false)} />}</Suspense>
    </span>
  )
}
