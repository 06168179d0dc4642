import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { landedCostCalls } from '#contract/documents/landed-costs.ts'
import { decimal } from '#ledger/money.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { request } from '../api/client.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LandedCostDrawer } from './LandedCostDrawer.tsx'
import classes from './LandedCosts.module.css'
import type { BilingualName, LandableRow } from './landableRow.ts'

type Landed = LandableRow & {
  id: number
  date: string
  basis: 'value' | 'quantity' | 'weight'
  stock_amount: number
  goods: (BilingualName & { number: string; line_number: number; code: string; amount: number; stock_amount: number })[]
}
type LandedCostRows = { rows: LandableRow[]; landed: Landed[] }

/** The costs of a bill that goods bear, and the way to spread one. */
export function LandedCosts({ id }: { id: number }) {
  const { t } = useTranslation('landed')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { show, land } = landedCostCalls
  const answer = useQuery({
    queryKey: [show.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: LandedCostRows }>(show, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return null
  const { rows, landed } = answer.data
  const mayLand = rows.length > 0 && can(...land.admission)
  if (landed.length === 0 && !mayLand) return null
  return (
    <section className={classes.section} aria-label={t('title')}>
      <div className={classes.head}>
        <h2>{t('title')}</h2>
        {mayLand && (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            {t('actions.land')}
          </Button>
        )}
      </div>
      {landed.map((cost) => (
        <LandedCost key={cost.id} cost={cost} />
      ))}
      {isOpen && <LandedCostDrawer id={id} rows={rows} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function LandedCost({ cost }: { cost: Landed }) {
  const { t } = useTranslation('landed')
  const can = useCan()
  const { takeBack } = landedCostCalls
  const { id, date, basis, amount, stock_amount, goods } = cost
  return (
    <article className={classes.cost}>
      <div className={classes.head}>
        <h3>
          <bdi>{localName(cost)}</bdi> <OwnAmount value={amount} />
        </h3>
        {can(...takeBack.admission) && (
          <ConfirmDialog
            call={takeBack}
            params={{ id }}
            label={t('actions.take_back')}
            question={t('take_back_ask')}
            facts={[[t('fields.landed_cost.amount'), <OwnAmount key="amount" value={amount} />]]}
          />
        )}
      </div>
      <p>
        <bdi>{t('spread_by', { basis: t(`bases.${basis}`), date })}</bdi>
      </p>
      <ul className={classes.goods}>
        {goods.map((row) => (
          <li key={`${row.number}:${row.line_number}`} className={classes.row}>
            <span className={classes.what}>
              <Num>{row.number}</Num> <bdi>{localName(row)}</bdi>
            </span>
            <OwnAmount value={row.amount} />
          </li>
        ))}
      </ul>
      <p>
        {t('in_stock')} <OwnAmount value={stock_amount} />
        {' · '}
        {t('of_sold')} <OwnAmount value={decimal(amount).minus(stock_amount)} />
      </p>
    </article>
  )
}
