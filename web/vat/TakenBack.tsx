import { useTranslation } from 'react-i18next'
import type { FormattableNumber } from '#contract/paper/format-number.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { CardBody, CardCell, CardName, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { PeriodDays } from '../ui/cells/PeriodDays.tsx'
import { dayAt } from '../ui/today.ts'
import classes from './Vat.module.css'

type Filing = {
  from: string
  to: string
  amount: FormattableNumber
  authority_reference: string | null
  filed_at: string
  filed_by: string | null
  taken_back_at: string
  taken_back_by: string | null
  reason: string
}
type TakenBackProps = {
  /** Words its heads. */
  words: 'vat' | 'withholding'
  amountHead: string
  filings: readonly Filing[]
}

/** Returns that were taken back: figures, person and reason. */
export function TakenBack({ words, amountHead, filings }: TakenBackProps) {
  const { t } = useTranslation(words)
  if (filings.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('take_back.list')}</h2>
      <div className={classes.scroll}>
        <CardTable className={`${classes.table} ${classes.cards}`}>
          <thead>
            <tr>
              <th scope="col">{t('columns.period')}</th>
              <th scope="col" className={classes.figure}>
                {amountHead}
              </th>
              <th scope="col">{t('columns.filed')}</th>
              <th scope="col">{t('take_back.when')}</th>
              <th scope="col">{t('columns.reason')}</th>
            </tr>
          </thead>
          <CardBody>
            {filings.map((row) => (
              <CardRow key={row.taken_back_at}>
                <CardName>
                  <PeriodDays period={row} />
                </CardName>
                <CardCell className={classes.figure}>
                  <OwnAmount value={row.amount} />
                </CardCell>
                <CardCell>
                  <Num>{dayAt(new Date(row.filed_at))}</Num> <bdi>{row.filed_by}</bdi>{' '}
                  {row.authority_reference && <bdi>{row.authority_reference}</bdi>}
                </CardCell>
                <CardCell>
                  <Num>{dayAt(new Date(row.taken_back_at))}</Num> <bdi>{row.taken_back_by}</bdi>
                </CardCell>
                <CardCell>
                  <bdi>{row.reason}</bdi>
                </CardCell>
              </CardRow>
            ))}
          </CardBody>
        </CardTable>
      </div>
    </section>
  )
}
