import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'
import type { RevaluationLine } from '#contract/revaluations.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { CardBody, CardCell, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Revaluations.module.css'

const figures = ['amount', 'carried_base', 'closing_rate', 'difference'] as const

/** Foreign balances with their closing rate and what it changes: before they are revalued, and as they were. */
export function BalancesTable({ children }: { children: ReactNode }) {
  const { t } = useTranslation('revaluations')
  return (
    <div className={classes.cards}>
      <div className={classes.scroll}>
        <CardTable className={`${classes.table} ${classes.balances}`}>
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
          <CardBody>{children}</CardBody>
        </CardTable>
      </div>
    </div>
  )
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
  return (
    <CardRow data-out={isOut || undefined}>
      <CardCell>{name}</CardCell>
      <CardCell>
        <bdi>{localName(line.branch)}</bdi>
      </CardCell>
      <CardCell>
        <Num>{line.currency_code}</Num>
      </CardCell>
      <CardCell className={classes.figures} data-label={label('amount')}>
        <Num>{formatNumber(line.amount, line.currency_decimals)}</Num>
      </CardCell>
      <CardCell className={classes.figures} data-label={label('carried_base')}>
        <Num>{formatNumber(line.carried_base, decimals)}</Num>
      </CardCell>
      <CardCell className={`${classes.figures} ${classes.rate}`} data-label={label('closing_rate')}>
        {rate}
      </CardCell>
      <CardCell className={classes.figures} data-label={label('difference')}>
        {difference !== null && <Num>{formatNumber(difference, decimals)}</Num>}
      </CardCell>
    </CardRow>
  )
}
