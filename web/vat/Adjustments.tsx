import { useTranslation } from 'react-i18next'
import { type VatPeriods, vatCalls } from '#contract/vat.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { CardBody, CardCell, CardName, CardRow, CardTable } from '../ui/cells/CardTable.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Vat.module.css'

type AdjustmentsProps = Pick<VatPeriods, 'adjustments' | 'periods'> & { mayVoid: boolean }

/** Corrections of earlier returns. One can be reversed until the return that contains it is filed. */
export function Adjustments({ adjustments, periods, mayVoid }: AdjustmentsProps) {
  const { t } = useTranslation('vat')
  const isFiled = (day: string) =>
    periods.some(({ from, to, status }) => status === 'filed' && from <= day && day <= to)
  if (adjustments.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('adjustment.title')}</h2>
      <div className={classes.scroll}>
        <CardTable className={`${classes.table} ${classes.cards}`}>
          <thead>
            <tr>
              {['date', 'reason', 'account', 'amount'].map((name) => (
                <th key={name} scope="col" className={name === 'amount' ? classes.figure : undefined}>
                  {t(`columns.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <CardBody>
            {adjustments.map((row) => (
              <CardRow key={row.id} data-void={row.state === 'void' || undefined}>
                <CardCell>
                  <Num>{row.adjustment_date}</Num>
                </CardCell>
                <CardName>
                  <bdi>{row.reason}</bdi>
                </CardName>
                <CardCell>
                  <Num>{row.account.number}</Num> <bdi>{localName(row.account)}</bdi>
                </CardCell>
                <CardCell className={classes.figure}>
                  <OwnAmount value={signed(row)} />
                </CardCell>
                <CardCell className={classes.action}>
                  {row.state === 'void' && t('adjustment.void')}
                  {row.state !== 'void' && isFiled(row.adjustment_date) && t('adjustment.filed')}
                  {mayVoid && row.state !== 'void' && !isFiled(row.adjustment_date) && (
                    <ConfirmDialog
                      call={vatCalls.voidAdjustment}
                      params={{ id: row.id }}
                      label={t('adjustment.take_back')}
                      named={t('adjustment.take_back_named', { date: row.adjustment_date })}
                      question={t('adjustment.ask')}
                      facts={[
                        [t('columns.date'), <Num key="date">{row.adjustment_date}</Num>],
                        [t('columns.reason'), <bdi key="reason">{row.reason}</bdi>],
                        [t('columns.account'), <bdi key="account">{localName(row.account)}</bdi>],
                        [t('columns.amount'), <OwnAmount key="amount" value={signed(row)} />],
                      ]}
                    />
                  )}
                </CardCell>
              </CardRow>
            ))}
          </CardBody>
        </CardTable>
      </div>
    </section>
  )
}

/** A reduction of the tax due is negative. */
const signed = ({ direction, amount }: VatPeriods['adjustments'][number]) =>
  direction === 'increase' ? amount : -amount
