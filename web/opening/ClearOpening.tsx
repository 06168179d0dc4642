import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Opening, openingCalls } from '#contract/opening.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { today } from '../ui/today.ts'
import classes from './Opening.module.css'

/** The balance of opening equity, and its transfer to capital and retained earnings. */
export function ClearOpening({ opening }: { opening: Opening }) {
  const { t } = useTranslation('opening')
  const { currency } = useUser().organization
  const [clearing, setClearing] = useState(false)
  const written = useWritten(openingCalls.show.path)
  return (
    <section className={classes.part} aria-label={t('equity.title')}>
      <Title order={2} size="h3">
        {t('equity.title')}
      </Title>
      <p className={classes.hint}>{t('equity.detail')}</p>
      <Group justify="space-between">
        <span>
          {t('equity.booked')} <Amount value={opening.equity} currency={currency} />
        </span>
        <Button variant="default" disabled={opening.equity === 0} onClick={() => setClearing(true)}>
          {t('equity.clear')}
        </Button>
      </Group>
      <ul className={classes.clearings}>
        {opening.clearings.map((one) => (
          <li key={one.id}>
            <Num>{one.clearing_date}</Num>
            <span>
              {t('fields.opening.capital')} <Amount value={one.capital} currency={currency} />
            </span>
            <span>
              {t('equity.retained')} <Amount value={one.retained} currency={currency} />
            </span>
            <StatusDot status={one.status} />
            {one.status === 'posted' && !opening.is_fixed && (
              <ConfirmDialog
                call={openingCalls.unclear}
                params={{ id: one.id }}
                label={t('equity.reverse')}
                named={t('equity.reverse_named', { date: one.clearing_date })}
                question={t('equity.reverse_ask')}
                facts={[
                  [t('fields.opening.date'), <Num key="date">{one.clearing_date}</Num>],
                  [t('fields.opening.capital'), <Amount key="capital" value={one.capital} currency={currency} />],
                  [t('equity.retained'), <Amount key="retained" value={one.retained} currency={currency} />],
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {clearing && <ClearDialog opening={opening} onClose={() => setClearing(false)} onDone={written} />}
    </section>
  )
}

/** Transfers the balance of opening equity as of a day; later postings need a transfer of their own. */
function ClearDialog({ opening, onClose, onDone }: { opening: Opening; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('opening')
  const { currency } = useUser().organization
  const [date, setDate] = useState(firstDay(opening))
  // The typed text may not be a date yet; the result of the last valid date stays visible.
  const [day, setDay] = useState(date)
  const standing = useCallQuery(openingCalls.equity, { date: day })
  const [typed, setTyped] = useState<string | null>(null)
  const capital = typed ?? (standing.data ? String(Math.max(0, standing.data.equity)) : '')
  const clear = useSubmitOnce({
    mutationFn: () => request(openingCalls.clear, { body: { date, capital } }),
    onSuccess: () => {
      showSuccess('updated')
      onDone()
      onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const fields = clear.error instanceof ApiError ? clear.error.fields : {}
  return (
    <DialogForm
      title={t('equity.clear')}
      isPending={clear.isPending}
      onSubmit={() => standing.data && clear.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {t('equity.question')} {standing.data ? <Amount value={standing.data.equity} currency={currency} /> : '…'}
      </Text>
      {standing.error && <FailedState error={standing.error} onRetry={() => void standing.refetch()} />}
      <DayInput
        label={t('fields.opening.date')}
        value={date}
        onChange={(chosen) => {
          setDate(chosen)
          setDay(chosen || day)
        }}
        onWrong={setDate}
        error={fields.date}
      />
      <FigureInput
        label={t('fields.opening.capital')}
        value={capital}
        decimals={currency.decimals}
        error={fields.capital}
        onChange={setTyped}
      />
    </DialogForm>
  )
}

/** Opening equity is cleared on the day of the opening. What remains afterwards came later. */
const firstDay = ({ opening_date, clearings }: Opening): string =>
  clearings.some(({ status }) => status === 'posted') ? today() : (opening_date ?? today())
