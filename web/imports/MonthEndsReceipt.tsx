import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type MonthEnds, monthEndsCall } from '#contract/imports/month-ends.ts'
import { request } from '../api/client.ts'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './Imports.module.css'

const followed_ms = 2_000

/** The receipt of an imported package: its balances at the end of every month against ours. */
export function MonthEndsReceipt({ id }: { id: number }) {
  const { t } = useTranslation('imports')
  const answer = useQuery({
    queryKey: [monthEndsCall.path, id],
    queryFn: async ({ signal }) => (await request<{ data: MonthEnds }>(monthEndsCall, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? followed_ms : false),
  })
  const receipt = answer.data
  return (
    <section className={classes.part} aria-label={t('month_ends.title')}>
      <h2>{t('month_ends.title')}</h2>
      {!receipt && answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      {!receipt && !answer.error && <p role="status">{t('month_ends.comparing')}</p>}
      {receipt && <Result receipt={receipt} />}
    </section>
  )
}

function Result({ receipt }: { receipt: MonthEnds }) {
  const { t } = useTranslation('imports')
  const { days, through, waiting, failed, differing, rows, state } = receipt
  return (
    <>
      <p role="status">{t(`month_ends.states.${state}`, { days, through, waiting, differing })}</p>
      {failed > 0 && <p role="alert">{t('month_ends.failed', { number: failed })}</p>}
      {rows.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.differences}>
            <thead>
              <tr>
                <th scope="col">{t('month_ends.day')}</th>
                <th scope="col">{t('receipt.named.balances')}</th>
                {(['theirs', 'ours', 'difference'] as const).map((name) => (
                  <th key={name} scope="col" className={classes.figure}>
                    {t(`receipt.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.date} ${row.number}`}>
                  <td>
                    <Num>{row.date}</Num>
                  </td>
                  <td>
                    <Num>{row.number}</Num> <bdi>{row.name && localName({ ...row, name: row.name })}</bdi>
                  </td>
                  <td className={classes.figure}>
                    <Amount value={row.theirs} />
                  </td>
                  <td className={classes.figure}>
                    <Amount value={row.ours} />
                  </td>
                  <td className={classes.figure} data-wrong>
                    <Amount value={row.difference} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {differing > rows.length && <p>{t('month_ends.more', { number: differing - rows.length })}</p>}
    </>
  )
}
