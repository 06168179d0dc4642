import { Button, Input } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import type { Call } from '#contract/kit/resource.ts'
import { fillable } from '#ledger/allocation.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { useFreshOptions } from '../../api/options.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { useFieldLabel } from '../../i18n/useFieldLabel.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { ActionDrawer } from '../../ui/drawer/ActionDrawer.tsx'
import { ConfirmCloseDrawer, untouched } from '../../ui/drawer/ConfirmCloseDrawer.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { FigureInput } from '../../ui/fields/FigureInput.tsx'
import { useFocusBackAfter } from '../../ui/focus/useFocusBack.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { FailedState } from '../../ui/states/FailedState.tsx'
import { LoadingState } from '../../ui/states/LoadingState.tsx'
import payment from '../Payment.module.css'
import { amountOf, type OpenDocument } from '../referenceRow.ts'
import { filledRows, useFilledAmounts } from '../useFilledAmounts.ts'
import classes from './Advance.module.css'

type Currency = { code: string; decimals: number }
type AllocateDrawerProps = {
  side: Side
  call: Call
  id: number
  partyId: number
  currencyId: number
  currency: Currency
  available: string
  version: number
  onClose: () => void
}

/** The open documents of the party, the oldest due first, and how much of the advance each takes. */
export function AllocateDrawer(props: AllocateDrawerProps) {
  const { side, call, id, partyId, currencyId, currency, available, version, onClose } = props
  const { t } = useTranslation('payments')
  const options = useFreshOptions(optionsOf(documents[side.document]), { [side.partyField]: String(partyId) })
  const isThere = !options.error && !options.isFetching && options.data !== undefined
  const open = (options.data ?? []).filter(
    (document) => document.remaining_amount > 0 && document.currency_id === currencyId,
  )
  if (!isThere || open.length === 0)
    return (
      <NothingToAllocate onClose={onClose}>
        {options.error && <FailedState error={options.error} onRetry={() => void options.refetch()} />}
        {!options.error && !isThere && <LoadingState />}
        {isThere && <p className={classes.empty}>{t('advance.nothing_open')}</p>}
      </NothingToAllocate>
    )
  const start = filled(open, available, currency.decimals)
  return (
    <ActionDrawer
      title={t('advance.allocate')}
      call={call}
      params={{ id }}
      values={{ references: filledRows(open, start), date: '', version }}
      saveLabel={t('advance.allocate')}
      onClose={onClose}
    >
      <p className={classes.available}>
        {t('advance.available')} <Amount value={Number(available)} currency={currency} />
      </p>
      <OpenRows side={side} open={open} start={start} available={available} currency={currency} />
      <LaterDay />
    </ActionDrawer>
  )
}

/** The same drawer without a form: what is open is not known yet, cannot be, or is nothing. */
function NothingToAllocate({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation(['payments', 'common'])
  useFocusBackAfter()
  return (
    <ConfirmCloseDrawer opened title={t('advance.allocate')} guard={untouched} onClose={onClose}>
      {(close) => (
        <div className={classes.nothing}>
          {children}
          <Button variant="default" onClick={close}>
            {t('common:actions.close')}
          </Button>
        </div>
      )}
    </ConfirmCloseDrawer>
  )
}

/** Proposes the oldest due first, until nothing is left. */
function filled(open: readonly OpenDocument[], available: string, decimals: number): Readonly<Record<string, string>> {
  const taken: string[] = []
  return Object.fromEntries(
    open.map((document) => {
      const amount = fillable(document.remaining_amount, available, taken)
      taken.push(text(amount))
      return [document.id, amount.eq(0) ? '' : text(amount, decimals)]
    }),
  )
}

type OpenRowsProps = {
  side: Side
  open: readonly OpenDocument[]
  start: Readonly<Record<string, string>>
  available: string
  currency: Currency
}

function OpenRows({ side, open, start, available, currency }: OpenRowsProps) {
  const { t } = useTranslation('payments')
  const { form } = useFormScope()
  const label = useFieldLabel(side.payment)
  const { amounts, put, fieldOf, errorOf } = useFilledAmounts(form, 'references', open, start)
  const left = decimal(available).minus(sum(Object.values(amounts).map((amount) => amountOf({ amount }))))
  return (
    <>
      {open.map((document) => {
        const number = String(document[side.numberField])
        const error = errorOf(document.id)
        return (
          <div key={document.id} className={classes.row}>
            <span className={classes.document}>
              <Num>{number}</Num>
              <span className={classes.due}>
                <Num>{document.due_date}</Num>
              </span>
              <span>
                {label('remaining_amount')} <Amount value={document.remaining_amount} currency={currency} />
              </span>
            </span>
            <FigureInput
              aria-label={`${t('advance.amount_for')} ${number}`}
              data-field={fieldOf(document.id)}
              error={error}
              decimals={currency.decimals}
              value={amounts[document.id] ?? ''}
              onChange={(amount) => put(document.id, amount)}
            />
          </div>
        )
      })}
      <p className={payment.remaining} data-over={left.lt(0) || undefined} aria-live="polite">
        {t('advance.left')} <Amount value={left} currency={currency} />
      </p>
      {form.errors.references && <Input.Error>{form.errors.references}</Input.Error>}
    </>
  )
}

/** It is allocated on the day of the later of both; where that day is refused (locked, or used until then), on a later one that is asked for. */
function LaterDay() {
  const { form } = useFormScope()
  const [asked, setAsked] = useState(false)
  if (form.errors.date && !asked) setAsked(true)
  return asked && <DateField name="date" />
}
