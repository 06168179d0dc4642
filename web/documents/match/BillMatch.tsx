import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { billMatchCall } from '#contract/documents/bill-match.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { request } from '../../api/client.ts'
import type { AnswerOf } from '../../api/options.ts'
import { localName } from '../../i18n/localName.ts'
import { OpenLink } from '../../routes/OpenLink.tsx'
import { viewPath } from '../../routes/paths.ts'
import { CardBody, CardCell, CardColumn, CardHead, CardName, CardRow, CardTable } from '../../ui/cells/CardTable.tsx'
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
        <CardTable className={classes.table}>
          <CardHead>
            <CardRow>
              <CardColumn>{t('match.item')}</CardColumn>
              {(['ordered', 'received', 'billed', 'agreed', 'net'] as const).map((name) => (
                <CardColumn key={name} className={classes.figure}>
                  {t(`match.${name}`)}
                </CardColumn>
              ))}
              <CardColumn>{t('match.standing')}</CardColumn>
            </CardRow>
          </CardHead>
          <CardBody>
            {rows.map((row) => (
              <Row key={row.line_number} row={row} decimals={decimals} />
            ))}
          </CardBody>
        </CardTable>
      </div>
    </section>
  )
}

function Row({ row, decimals }: { row: MatchRow; decimals: number }) {
  const { t } = useTranslation('documents')
  const { order, receipt } = row
  return (
    <CardRow>
      <CardName>
        <bdi>{localName({ name: row.product_name, name_en: row.product_name_en })}</bdi>
      </CardName>
      <CardCell className={classes.figure} data-label={t('match.ordered')}>
        {order && (
          <>
            <Times quantity={order.quantity} price={order.price} decimals={decimals} />
            <Source kind="purchase_order" id={order.id} number={order.number} />
          </>
        )}
      </CardCell>
      <CardCell className={classes.figure} data-label={t('match.received')}>
        {order && <Num>{formatPlain(order.received)}</Num>}
        {receipt && <Source kind="goods_receipt" id={receipt.id} number={receipt.number} />}
      </CardCell>
      <CardCell className={classes.figure} data-label={t('match.billed')}>
        <Times quantity={row.quantity} price={row.price} decimals={decimals} />
      </CardCell>
      <CardCell className={classes.figure} data-label={t('match.agreed')}>
        {row.agreed !== null && <Num>{formatNumber(row.agreed, decimals)}</Num>}
      </CardCell>
      <CardCell className={classes.figure} data-label={t('match.net')}>
        <Num>{formatNumber(row.net, decimals)}</Num>
      </CardCell>
      <CardCell data-label={t('match.standing')}>
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
      </CardCell>
    </CardRow>
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
