import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type PlannedStatement, reminderCalls } from '#contract/schedules/reminders.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Reminders.module.css'

const colors = { ready: 'green', silent: 'gray', no_email: 'red' }

/** Who gets the next statement, and who does not and why. */
export function StatementPreview({ day }: { day: string }) {
  const { t } = useTranslation('sharing')
  const can = useCan()
  const [settled] = useDebouncedValue(day, 400)
  const answer = useCallQuery(reminderCalls.statements, { statement_day: settled })
  const silence = useActionMutation(reminderCalls.silence)
  const rows = answer.data as PlannedStatement[] | undefined
  const maySilence = can(...reminderCalls.silence.admission)
  return (
    <section className={classes.preview} aria-label={t('reminders.statement_preview')}>
      <h2>{t('reminders.statement_preview')}</h2>
      {answer.error ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !rows ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <p className={classes.muted}>{t('reminders.statement_empty')}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.customer_id}>
              <Num>{row.day}</Num>
              <bdi>{localName({ name: row.customer, name_en: row.customer_en })}</bdi>
              {row.email && <bdi className={classes.muted}>{row.email}</bdi>}
              <StatusDot status={row.state} color={colors[row.state]} label={t(`reminders.states.${row.state}`)} />
              {maySilence && (
                <span className={classes.acts}>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    loading={silence.isPending}
                    onClick={() =>
                      silence.mutate({
                        body: { kind: 'customer', record_id: row.customer_id, is_silent: !row.is_customer_silent },
                      })
                    }
                  >
                    {t(`reminders.${row.is_customer_silent ? 'speak' : 'silence'}_customer`)}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
