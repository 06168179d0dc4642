import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type PlannedReminder, reminderCalls } from '#contract/schedules/reminders.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Reminders.module.css'

const colors = { ready: 'green', silent: 'gray', no_email: 'red' }

/** The reminders of the next two weeks. Each customer and document can be excluded. */
export function Preview({ offsets }: { offsets: string }) {
  const { t } = useTranslation('sharing')
  const [settled] = useDebouncedValue(offsets, 400)
  const answer = useCallQuery(reminderCalls.preview, { offsets: settled })
  const rows = answer.data as PlannedReminder[] | undefined
  return (
    <section className={classes.preview} aria-label={t('reminders.preview')}>
      <h2>{t('reminders.preview')}</h2>
      {answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <p className={classes.muted}>{t('reminders.preview_empty')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <Row key={`${row.document_id} ${row.days}`} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row }: { row: PlannedReminder }) {
  const { t } = useTranslation('sharing')
  const { kind, document_id, number, day, remaining, currency, email, state } = row
  return (
    <li>
      <Num>{day}</Num>
      <OpenLink to={viewPath(kind, document_id) ?? ''} className="link">
        <Num>{number}</Num>
      </OpenLink>
      <bdi>{localName({ name: row.customer, name_en: row.customer_en })}</bdi>
      {email && <bdi className={classes.muted}>{email}</bdi>}
      <Amount value={remaining} currency={currency} />
      <StatusDot status={state} color={colors[state]} label={t(`reminders.states.${state}`)} />
      <Silences row={row} />
    </li>
  )
}

function Silences({ row }: { row: PlannedReminder }) {
  const { t } = useTranslation('sharing')
  const can = useCan()
  const silence = useActionMutation(reminderCalls.silence)
  if (!can(...reminderCalls.silence.admission)) return null
  const parts = [
    ['customer', row.customer_id, row.is_customer_silent],
    ['document', row.document_id, row.is_document_silent],
  ] as const
  return (
    <span className={classes.acts}>
      {parts.map(([kind, record_id, isSilent]) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="subtle"
          loading={silence.isPending}
          onClick={() => silence.mutate({ body: { kind, record_id, is_silent: !isSilent } })}
        >
          {t(`reminders.${isSilent ? 'speak' : 'silence'}_${kind}`)}
        </Button>
      ))}
    </span>
  )
}
