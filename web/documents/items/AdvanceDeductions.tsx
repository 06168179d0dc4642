import { Button, Input, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { advanceInvoiceCalls } from '#contract/documents/advances.ts'
import { type Decimal, decimal, parseDecimal, ratio, sum, text } from '#ledger/money.ts'
import { type AnswerOf, useFreshOptions } from '../../api/options.ts'
import { useUser } from '../../api/session.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { FigureInput } from '../../ui/fields/FigureInput.tsx'
import type { Values } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import classes from './AdvanceDeductions.module.css'
import type { DeductionRow } from './deductionRow.ts'

type Advance = AnswerOf<typeof advanceInvoiceCalls.open>
type AdvanceDeductionsProps = {
  form: UseFormReturnType<Values>
  invoiceId: number | string | null
  /** What they take off with its tax, whenever it changes. */
  onDeducted: (amount: string) => void
}

/** The advances of the chosen customer that are not used up, and how much of each this invoice takes. */
export function AdvanceDeductions({ form, invoiceId, onDeducted }: AdvanceDeductionsProps) {
  const customer = useWatched(form, 'customer_id')
  const query = { customer_id: customer, ...(invoiceId !== null && { invoice_id: String(invoiceId) }) }
  if (customer === '') return null
  return <OfCustomer key={customer} form={form} customer={customer} query={query} onDeducted={onDeducted} />
}

type OfCustomerProps = Pick<AdvanceDeductionsProps, 'form' | 'onDeducted'> & {
  customer: string
  query: Record<string, string>
}

function OfCustomer({ form, customer, query, onDeducted }: OfCustomerProps) {
  const { t } = useTranslation('advances')
  const { currency } = useUser().organization
  const open = useFreshOptions(advanceInvoiceCalls.open, query)
  const stored = (form.getValues().advances ?? []) as DeductionRow[]
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(stored.map((row) => [row.advance_id, row.amount])),
  )
  const offered = (open.data ?? []) as Advance[]
  const deducted = text(deductedBy(offered, amounts, currency.decimals))
  useEffect(() => {
    onDeducted(deducted)
    return () => onDeducted('0')
  }, [deducted, onDeducted])
  if (offered.length === 0) return null
  const filled = offered.filter(({ id }) => (amounts[id] ?? '').trim() !== '')
  const put = (id: number, amount: string) => {
    const next: Record<string, string> = { ...amounts, [id]: amount }
    setAmounts(next)
    const rows = offered
      .filter((advance) => (next[advance.id] ?? '').trim() !== '')
      .map((advance): DeductionRow => ({ advance_id: advance.id, amount: next[advance.id] ?? '', customer }))
    form.setFieldValue('advances', rows, { forceUpdate: false })
    for (const index of rows.keys()) form.clearFieldError(`advances.${index}.amount`)
  }
  return (
    <section className={classes.section} aria-label={t('section.title')}>
      <div>
        <Title order={2} size="h3">
          {t('section.title')}
        </Title>
        <p className={classes.detail}>{t('section.detail')}</p>
      </div>
      <ul className={classes.rows}>
        {offered.map((advance) => {
          const index = filled.indexOf(advance)
          const error = form.errors[`advances.${index}.amount`] ?? form.errors[`advances.${index}.advance_id`]
          return (
            <AdvanceRow
              key={advance.id}
              advance={advance}
              amount={amounts[advance.id] ?? ''}
              field={`advances.${index}.amount`}
              error={error === undefined || error === null ? undefined : String(error)}
              onChange={(amount) => put(advance.id, amount)}
            />
          )
        })}
      </ul>
      {form.errors.advances && <Input.Error>{form.errors.advances}</Input.Error>}
      <p className={classes.sum} aria-live="polite">
        {t('deducted')} <Amount value={decimal(deducted)} currency={currency} />
      </p>
    </section>
  )
}

type AdvanceRowProps = {
  advance: Advance
  amount: string
  field: string
  error: string | undefined
  onChange: (amount: string) => void
}

function AdvanceRow({ advance, amount, field, error, onChange }: AdvanceRowProps) {
  const { t } = useTranslation('advances')
  const { currency } = useUser().organization
  return (
    <li className={classes.row}>
      <span className={classes.advance}>
        <Num>{advance.number}</Num>
        <span className={classes.quiet}>
          <Num>{advance.date}</Num>
        </span>
        <span className={classes.quiet}>
          {t('left')} <Amount value={advance.net_left} currency={currency} />
        </span>
        {advance.remaining_amount > 0 && <span className={classes.quiet}>{t('unpaid')}</span>}
      </span>
      <span className={classes.amount}>
        <FigureInput
          aria-label={`${t('fields.invoice.amount')} ${advance.number}`}
          data-field={field}
          error={error}
          decimals={currency.decimals}
          value={amount}
          onChange={onChange}
        />
      </span>
      <Button variant="default" onClick={() => onChange(String(advance.net_left))}>
        {t('all')}
      </Button>
    </li>
  )
}

/** The amount of the advances including tax, by the server's formula: the last part of an advance takes its rest. */
function deductedBy(offered: readonly Advance[], amounts: Readonly<Record<string, string>>, decimals: number): Decimal {
  return sum(
    offered.map(({ id, net_left, tax_left }) => {
      const net = decimal(parseDecimal(amounts[id] || '0') ?? '0')
      return net.plus(net_left === 0 ? 0 : ratio(tax_left, net, net_left, decimals))
    }),
  )
}
