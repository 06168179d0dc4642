import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type VatPeriods, vatCalls } from '#contract/vat.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { Num } from '../kit/cells/Num.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { localName } from '../words/localName.ts'
import classes from './Vat.module.css'

type AdjustmentsProps = { adjustments: VatPeriods['adjustments']; mayVoid: boolean }

/** What was corrected of earlier returns; one that is no longer wanted is taken back by its mirror. */
export function Adjustments({ adjustments, mayVoid }: AdjustmentsProps) {
  const { t } = useTranslation('vat')
  const written = useWritten(vatCalls.periods.path)
  const take = useMutation({
    mutationFn: (id: number) => request(vatCalls.voidAdjustment, { params: { id } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  if (adjustments.length === 0) return null
  return (
    <section>
      <h2 className={classes.heading}>{t('adjustment.title')}</h2>
      <div className={classes.scroll}>
        <table className={classes.table}>
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
          <tbody>
            {adjustments.map((row) => (
              <tr key={row.id} data-void={row.state === 'void' || undefined}>
                <td>
                  <Num>{row.adjustment_date}</Num>
                </td>
                <th scope="row">
                  <bdi>{row.reason}</bdi>
                </th>
                <td>
                  <Num>{row.account.number}</Num> <bdi>{localName(row.account)}</bdi>
                </td>
                <td className={classes.figure}>
                  <OwnAmount value={row.direction === 'increase' ? row.amount : -row.amount} />
                </td>
                <td className={classes.action}>
                  {row.state === 'void' && t('adjustment.void')}
                  {mayVoid && row.state !== 'void' && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      loading={take.isPending && take.variables === row.id}
                      onClick={() => take.mutate(row.id)}
                    >
                      {t('adjustment.take_back')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
