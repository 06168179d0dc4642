import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GoodsToBear } from '#contract/documents/landed-costs.ts'
import { type CostBasis, spreadCost } from '#ledger/goods/landed-cost.ts'
import { parseDecimal } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import classes from './LandedCosts.module.css'
import type { LandableRow } from './landableRow.ts'

export type Weights = Readonly<Record<string, string>>
export const bearerKey = ({ bill_id, goods_receipt_id, line_number }: GoodsToBear): string =>
  `${bill_id ?? ''}:${goods_receipt_id ?? ''}:${line_number}`

type BearingProps = {
  rows: readonly LandableRow[]
  /** Null until bills or receipts are chosen. */
  arrived: readonly GoodsToBear[] | null
  weights: Weights
  onWeigh: (weights: Weights) => void
}

/** The goods of what was chosen, with what each row would bear: by the rule that posts it. */
export function BearingGoods({ rows, arrived, weights, onWeigh }: BearingProps) {
  const { t } = useTranslation('landed')
  const { form } = useFormScope()
  const { decimals } = useUser().organization.currency
  const [basis, line] = [useWatched(form, 'basis') as CostBasis | '', useWatched(form, 'line_number')]
  const amount = useWatched(form, 'amount')
  if (arrived === null) return <Input.Error data-field="goods">{form.errors.goods}</Input.Error>
  if (arrived.length === 0) return <p data-field="goods">{t('hints.no_goods')}</p>
  const left = rows.find(({ line_number }) => String(line_number) === line)?.left
  const typed = amount.trim() === '' ? null : parseDecimal(amount)
  const cost = left === undefined || typed === undefined ? undefined : (typed ?? String(left))
  const weighed = arrived.map((row) => ({
    quantity: String(row.quantity),
    value: String(row.value),
    weight: parseDecimal(weights[bearerKey(row)] || String(row.weight ?? 0)) ?? '0',
  }))
  const shares = cost === undefined || basis === '' ? null : spreadCost(cost, basis, weighed, decimals)
  return (
    <ul className={classes.goods} aria-label={t('shares')} data-field="goods">
      {arrived.map((row, index) => (
        <li key={bearerKey(row)} className={classes.row}>
          <span className={classes.what}>
            <Num>{row.number}</Num> <bdi>{localName(row)}</bdi> <Num>{row.quantity}</Num>
          </span>
          {basis === 'weight' && (
            <FigureInput
              label={t('fields.landed_cost.weight')}
              value={weights[bearerKey(row)] ?? ''}
              placeholder={row.weight === null ? undefined : String(row.weight)}
              onChange={(value) => onWeigh({ ...weights, [bearerKey(row)]: value })}
              error={form.errors[`goods.${index}.weight`]}
            />
          )}
          {shares?.[index] && <OwnAmount value={shares[index]} />}
        </li>
      ))}
    </ul>
  )
}
