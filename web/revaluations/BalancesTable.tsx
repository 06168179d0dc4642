import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'
import type { RevaluationLine } from '#contract/revaluations.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Revaluations.module.css'

const figures = ['amount', 'carried_base', 'closing_rate', 'difference'] as const

/** Foreign balances with their closing rate and what it changes: before they are revalued, and as they were. */
export function BalancesTable({ children }: { children: ReactNode }) {
  const { t } = useTranslation('revaluations')
  // biome-ignore-start lint/a11y/noRedundantRoles: where rows are cards, their roles must be said again
  return (
    <div className={classes.cards}>
      <div className={classes.scroll}>
        <table role="table" className={`${classes.table} ${classes.balances}`}>
          <thead>
            <tr>
              <th scope="col">{t('fields.fx_revaluation.what')}</th>
              <th scope="col">{t('fields.fx_revaluation.branch')}</th>
              <th scope="col">{t('fields.fx_revaluation.currency')}</th>
              {figures.map((name) => (
                <th key={name} scope="col" className={classes.figures}>
                  {t(`fields.fx_revaluation.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">{children}</tbody>
        </table>
      </div>
    </div>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: see above
}

/** A balance in its common format. */
export function useBalanceName(): (line: RevaluationLine) => string {
  const { t } = useTranslation('revaluations')
  return (line) => (line.account ? localName(line.account) : t(`what.${line.what}`))
}

type BalanceRowProps = {
  line: RevaluationLine
  name: ReactNode
  rate: ReactNode
  /** Null where there is none yet. */
  difference: FormattableNumber | null
  /** Left out of what is revalued. */
  isOut?: boolean
}

export function BalanceRow({ line, name, rate, difference, isOut = false }: BalanceRowProps) {
  const { t } = useTranslation('revaluations')
  const { decimals } = useUser().organization.currency
  const label = (column: (typeof figures)[number]) => t(`fields.fx_revaluation.${column}`)
  // biome-ignore-start lint/a11y/noRedundantRoles: where rows are cards, their roles must be said again
  return (
    <tr role="row" data-out={isOut || undefined}>
      <td role="cell">{name}</td>
      <td role="cell">
        <bdi>{localName(line.branch)}</bdi>
      </td>
      <td role="cell">
        <Num>{line.currency_code}</Num>
      </td>
      <td role="cell" className={classes.figures} data-label={label('amount')}>
        <Num>{formatNumber(line.amount, line.currency_decimals)}</Num>
      </td>
      <td role="cell" className={classes.figures} data-label={label('carried_base')}>
        <Num>{formatNumber(line.carried_base, decimals)}</Num>
      </td>
      <td role="cell" className={`${classes.figures} ${classes.rate}`} data-label={label('closing_rate')}>
        {rate}
      </td>
      <td role="cell" className={classes.figures} data-label={label('difference')}>
        {difference !== null && <Num>{formatNumber(difference, decimals)}</Num>}
      </td>
    </tr>
  )
  // biome-ignore-end lint/a11y/noRedundantRoles: see above
}
