import { Button, Checkbox } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type RevaluationLine, revaluationCalls } from '#contract/revaluations.ts'
import { parseDecimal } from '#ledger/money.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { BalanceRow, BalancesTable, useBalanceName } from './BalancesTable.tsx'
import classes from './Revaluations.module.css'
import { closingRateOf, differenceAt, type Rates, revaluationTotals } from './revaluationFigures.ts'
import { useSelectedBalances } from './useSelectedBalances.ts'
import { useTypedRates } from './useTypedRates.ts'

type RevaluationFormProps = {
  date: string
  lines: readonly RevaluationLine[]
  /** The day itself was refused, which is chosen above. */
  onRefused: (message: string) => void
}

/** Each foreign balance with its closing rate, which can be typed over, and what it changes; then it is posted. */
export function RevaluationForm({ date, lines, onRefused }: RevaluationFormProps) {
  const { t } = useTranslation('revaluations')
  const { currency } = useUser().organization
  const [rates, setRates] = useTypedRates(lines)
  const [cash, setCash] = useSelectedBalances(lines)
  const included = lines.filter((line) => line.account_id === null || cash.has(line.account_id))
  const differences = included.map((line) => differenceAt(line, rates, currency.decimals))
  const needsRates = differences.includes(null)
  const { gain, loss } = revaluationTotals(differences.filter((one) => one !== null))
  const revalue = useRevalue({ date, rates, cash, onRefused })
  const toggle = (id: number, on: boolean) =>
    setCash(new Set(on ? [...cash, id] : [...cash].filter((one) => one !== id)))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        revalue.mutate()
      }}
    >
      <BalancesTable>
        {lines.map((line) => (
          <RevaluationRow
            key={`${line.what} ${line.account_id} ${line.branch.id} ${line.currency_id}`}
            line={line}
            rate={closingRateOf(line, rates)}
            difference={differenceAt(line, rates, currency.decimals)}
            included={line.account_id === null || cash.has(line.account_id)}
            onRate={(rate) => setRates({ ...rates, [line.currency_id]: rate })}
            onInclude={(on) => line.account_id !== null && toggle(line.account_id, on)}
          />
        ))}
      </BalancesTable>
      {revalue.refused && (
        <p className={classes.refused} role="alert">
          {revalue.refused}
        </p>
      )}
      <div className={classes.foot}>
        {needsRates && <span className={classes.hint}>{t('needs_rates')}</span>}
        <span>
          {t('gain')} <Amount value={gain} currency={currency} />
        </span>
        <span>
          {t('loss')} <Amount value={loss} currency={currency} />
        </span>
        <Button type="submit" loading={revalue.isPending} disabled={needsRates || included.length === 0}>
          {t('post')}
        </Button>
      </div>
    </form>
  )
}

type Revalued = Pick<RevaluationFormProps, 'date' | 'onRefused'> & { rates: Rates; cash: ReadonlySet<number> }

function useRevalue({ date, rates, cash, onRefused }: Revalued) {
  const written = useWritten('/accounting/fx-revaluations')
  const key = useRef(crypto.randomUUID())
  const mutation = useSubmitOnce({
    mutationFn: () =>
      request(revaluationCalls.create, {
        body: {
          date,
          rates: Object.entries(rates).map(([currency_id, rate]) => ({
            currency_id,
            rate: parseDecimal(rate) ?? rate,
          })),
          cash_accounts: [...cash].join(','),
        },
        idempotencyKey: key.current,
      }),
    onSuccess: () => {
      key.current = crypto.randomUUID()
      showSuccess('created')
      written()
    },
    onError: (error) => {
      // A refused input may be corrected; an interrupted one may have succeeded, which its key reveals.
      if (error instanceof ApiError && error.status === 422) key.current = crypto.randomUUID()
      if (error instanceof ApiError && error.fields.date) onRefused(error.fields.date)
      showFailure('creation_failed', error)
    },
  })
  const { error } = mutation
  const isOfForm = error instanceof ApiError && error.status === 422 && !error.fields.date
  return { ...mutation, refused: isOfForm ? error.message : null }
}

type RevaluationRowProps = {
  line: RevaluationLine
  rate: string
  difference: ReturnType<typeof differenceAt>
  included: boolean
  onRate: (rate: string) => void
  onInclude: (on: boolean) => void
}

function RevaluationRow({ line, rate, difference, included, onRate, onInclude }: RevaluationRowProps) {
  const { t } = useTranslation('revaluations')
  const name = useBalanceName()(line)
  const choice = (
    <Checkbox
      size="xs"
      checked={included}
      label={<bdi>{name}</bdi>}
      description={line.is_held ? undefined : t('not_held')}
      onChange={(event) => onInclude(event.currentTarget.checked)}
    />
  )
  return (
    <BalanceRow
      line={line}
      name={line.account ? choice : name}
      rate={
        <FigureInput
          aria-label={`${t('fields.fx_revaluation.closing_rate')} ${line.currency_code}`}
          value={rate}
          disabled={!included}
          onChange={onRate}
        />
      }
      difference={included ? difference : null}
      isOut={!included}
    />
  )
}
