import { Button, CloseButton, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { entryRowsMaximum } from '#contract/imports/bank-statements.ts'
import { decimal, parseDecimal, sum, text } from '#ledger/money.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import classes from './BankStatements.module.css'
import { type ChosenEntry, EntrySelects, noEntry } from './EntrySelects.tsx'
import type { LineActions } from './useLineActions.ts'

type SplitRow = ChosenEntry & { key: number; amount: string }
type SplitFormProps = {
  line: BankStatementLine
  currency: { code: string; decimals: number }
  actions: LineActions
  /** What was chosen before the line was split: it becomes the first row. */
  first: ChosenEntry
  described: string
}

const figure = (typed: string) => decimal(parseDecimal(typed) ?? '0')

/**
 * Splits the amount of a line into several accounts. A row may be negative, against the direction of the line: the fee that was taken off
 * what the customers paid.
 */
export function SplitForm({ line, currency, actions, first, described }: SplitFormProps) {
  const { t } = useTranslation('bankStatements')
  const whole = decimal(line.amount).abs()
  const [rows, setRows] = useState<readonly SplitRow[]>([
    { ...first, key: 0, amount: text(whole) },
    { ...noEntry, key: 1, amount: '' },
  ])
  const [description, setDescription] = useState(described)
  const rest = whole.minus(sum(rows.map(({ amount }) => figure(amount))))
  const named = rows.filter(({ account_id, amount }) => account_id !== null || amount !== '')
  const isWhole = rest.eq(0) && named.length > 0 && named.every((row) => row.account_id && !figure(row.amount).eq(0))
  const put = (key: number, part: Partial<SplitRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const add = () =>
    setRows([
      ...rows,
      { ...noEntry, key: Math.max(...rows.map(({ key }) => key)) + 1, amount: rest.eq(0) ? '' : text(rest) },
    ])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) actions.split(line, { rows: named.map(({ key: _, ...row }) => row), description })
  }
  return (
    <form className={classes.pick} onSubmit={submit} aria-label={t('split.title')}>
      <p className={classes.hint}>{t('split.hint')}</p>
      {rows.map((row, index) => (
        <fieldset key={row.key} className={classes.split} aria-label={t('split.row', { number: index + 1 })}>
          <EntrySelects
            value={row}
            onChange={(chosen) => put(row.key, chosen)}
            named={(field) => ({ label: t(`entry.${field}`), autoFocus: field === 'account' && index === 0 })}
          />
          <FigureInput
            label={t('split.amount')}
            decimals={currency.decimals}
            value={row.amount}
            onChange={(amount) => put(row.key, { amount })}
          />
          <CloseButton
            aria-label={t('split.remove', { number: index + 1 })}
            disabled={rows.length < 2}
            onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        </fieldset>
      ))}
      <TextInput
        label={t('entry.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="compact-sm" disabled={rows.length >= entryRowsMaximum} onClick={add}>
          {t('split.add')}
        </Button>
        <span role="status" className={classes.rest}>
          {t('split.rest')} <Amount value={rest} currency={currency} />
        </span>
        <Button type="submit" size="compact-sm" loading={actions.isBusy} disabled={!isWhole}>
          {t('entry.save')}
        </Button>
      </div>
    </form>
  )
}
