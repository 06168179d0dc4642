import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Decimal, decimal, sum } from '#ledger/money.ts'
import { Amount } from '../../cells/Amount.tsx'
import classes from './Selection.module.css'
import { type Selection, selectionMaximum } from './useSelection.ts'

type Summed = {
  total?: number
  amount?: number
  currency?: { code: string; symbol?: string; decimals?: number } | null
}
type SelectionBarProps = { selection: Selection; total: number; children: ReactNode }

/** The number of selected rows, their totals by currency, selecting all matches, and the actions. */
export function SelectionBar({ selection, total, children }: SelectionBarProps) {
  const { t } = useTranslation('common')
  const { rows, clear, selectMatching, isLoading } = selection
  if (rows.length === 0) return null
  const isMore = rows.length < total && rows.length < selectionMaximum
  return (
    <section className={classes.bar} aria-label={t('selection.title')}>
      <strong role="status">{t('selection.chosen', { number: rows.length })}</strong>
      {sums(rows as readonly Summed[]).map(({ currency, value }) => (
        <Amount key={currency.code} value={value} currency={currency} />
      ))}
      {isMore && (
        <Button size="compact-sm" variant="subtle" loading={isLoading} onClick={() => void selectMatching()}>
          {t('selection.all', { number: Math.min(total, selectionMaximum) })}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t('selection.none')}
      </Button>
      <span className={classes.acts}>{children}</span>
    </section>
  )
}

/** The totals of the rows, exactly, per currency. */
function sums(rows: readonly Summed[]): { currency: NonNullable<Summed['currency']>; value: Decimal }[] {
  const found = new Map<string, { currency: NonNullable<Summed['currency']>; values: Decimal[] }>()
  for (const { amount, total = amount, currency } of rows) {
    if (total === undefined || !currency) continue
    const known = found.get(currency.code) ?? { currency, values: [] }
    known.values.push(decimal(total))
    found.set(currency.code, known)
  }
  return [...found.values()].map(({ currency, values }) => ({ currency, value: sum(values) }))
}
