import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { reportPath } from '#contract/reports/report-index.ts'
import { reports } from '#contract/reports/reports.ts'
import type { AnswerOf } from '../api/options.ts'
import type { Id } from '../api/resource.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './LotsOnHand.module.css'

const { show } = reports.stockByLot.calls
type Row = AnswerOf<typeof show>['rows'][number]

/** Each batch or serial number of a product that is on hand, with its last day and its quantity by place. */
export function LotsOnHand({ product_id }: { product_id: Id }) {
  const { t } = useTranslation(['lots', 'common'])
  const { data, error, refetch } = useCallQuery(show, { product_id })
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const rows = data.rows.filter(({ style }) => style === 'line')
  if (rows.length === 0) return <p className={classes.note}>{t('nothing_on_hand')}</p>
  const [hasDays, hasPlaces] = [rows.some(({ texts }) => texts.expires_on), rows.some(({ texts }) => texts.place)]
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('number')}</th>
            {hasDays && <th scope="col">{t('common:fields.expires_on')}</th>}
            {hasPlaces && <th scope="col">{t('common:fields.place_id')}</th>}
            <th scope="col" className={classes.figure}>
              {t('common:fields.quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>
                <LotLink row={row} />
              </td>
              {hasDays && <td>{typeof row.texts.expires_on === 'string' && <Num>{row.texts.expires_on}</Num>}</td>}
              {hasPlaces && (
                <td>
                  <bdi>{nameOf(row.texts.place)}</bdi>
                </td>
              )}
              <td className={classes.figure}>
                <Num>{formatPlain(row.figures.quantity ?? 0)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function LotLink({ row: { texts, link } }: { row: Row }) {
  const number = nameOf(texts.lot)
  const id = link && 'lot_id' in link.query ? link.query.lot_id : null
  return id === null ? (
    <bdi>{number}</bdi>
  ) : (
    <Link to={`${reportPath('lot_card')}?lot_id=${id}`} className="link">
      <bdi>{number}</bdi>
    </Link>
  )
}

const nameOf = (text: Row['texts'][string] | undefined): string =>
  text && typeof text === 'object' ? localName({ name: text.name ?? '', name_en: text.name_en }) : (text ?? '')
