import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { billMatchCall } from '#contract/documents/bill-match.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { request } from '../../api/client.ts'
import type { AnswerOf } from '../../api/options.ts'
import { localName } from '../../i18n/localName.ts'
import { OpenLink } from '../../routes/OpenLink.tsx'
import { viewPath } from '../../routes/paths.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { FailedState } from '../../ui/states/FailedState.tsx'
import classes from './BillMatch.module.css'

type Match = AnswerOf<typeof billMatchCall>
type MatchRow = Match['rows'][number]
type BillMatchProps = { id: number; decimals: number; isDraft: boolean }

/** Below a bill that takes rows of orders: what was ordered, received and billed, and who accepted what differs. */
export function BillMatch({ id, decimals, isDraft }: BillMatchProps) {
  const { t } = useTranslation('documents')
  const answer = useQuery({
    queryKey: ['/bills', 'match', id],
    queryFn: async ({ signal }) => (await request<{ data: Match }>(billMatchCall, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  const rows = answer.data?.rows ?? []
  if (rows.length === 0) return null
  const asking = rows.filter((row) => row.differs.length > 0 && row.reason === null).length
  return (
    <section aria-label={t('match.title')} className={classes.section}>
      <h2 className={classes.heading}>{t('match.title')}</h2>
      {isDraft && asking > 0 && <p className={classes.asks}>{t('match.asks', { rows: asking })}</p>}
      <div className={classes.scroll}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: on a phone the rows are cards, whose roles must be said again */}
        <table role="table" className={classes.table}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {t('match.item')}
              </th>
              {(['ordered', 'received', 'billed', 'agreed', 'net'] as const).map((name) => (
                <th role="columnheader" key={name} scope="col" className={classes.figure}>
                  {t(`match.${name}`)}
                </th>
              ))}
              <th role="columnheader" scope="col">
                {t('match.standing')}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <Row key={row.line_number} row={row} decimals={decimals} />
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      </div>
    </section>
  )
}

function Row({ row, decimals }: { row: MatchRow; decimals: number }) {
  const { t } = useTranslation('documents')
  const { order, receipt } = row
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table
    <tr role="row">
      <th role="rowheader" scope="row">
        <bdi>{localName({ name: row.product_name, name_en: row.product_name_en })}</bdi>
      </th>
      <td role="cell" className={classes.figure} data-label={t('match.ordered')}>
        {order && (
          <>
            <Times quantity={order.quantity} price={order.price} decimals={decimals} />
            <Source kind="purchase_order" id={order.id} number={order.number} />
          </>
        )}
      </td>
      <td role="cell" className={classes.figure} data-label={t('match.received')}>
        {order && <Num>{formatPlain(order.received)}</Num>}
        {receipt && <Source kind="goods_receipt" id={receipt.id} number={receipt.number} />}
      </td>
      <td role="cell" className={classes.figure} data-label={t('match.billed')}>
        <Times quantity={row.quantity} price={row.price} decimals={decimals} />
      </td>
      <td role="cell" className={classes.figure} data-label={t('match.agreed')}>
        {row.agreed !== null && <Num>{formatNumber(row.agreed, decimals)}</Num>}
      </td>
      <td role="cell" className={classes.figure} data-label={t('match.net')}>
        <Num>{formatNumber(row.net, decimals)}</Num>
      </td>
      <td role="cell" data-label={t('match.standing')}>
        {row.differs.length === 0 && row.reason === null && t('match.none')}
        {row.differs.map((kind) => (
          <span key={kind} className={row.reason === null ? classes.differs : classes.small}>
            {t(`match.${kind}`)}
          </span>
        ))}
        {row.reason !== null && (
          <bdi className={classes.small}>
            {t('match.accepted', { name: row.accepted_by?.name ?? '', reason: row.reason })}
          </bdi>
        )}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see the table
  )
}

const Times = ({ quantity, price, decimals }: { quantity: number; price: number; decimals: number }) => (
  <Num>{`${formatPlain(quantity)} × ${formatNumber(price, 6, decimals)}`}</Num>
)

const Source = ({ kind, id, number }: { kind: 'purchase_order' | 'goods_receipt'; id: number; number: string }) => (
  <span className={classes.small}>
    <OpenLink to={viewPath(kind, id) as string} className="link">
      <Num>{number}</Num>
    </OpenLink>
  </span>
)
