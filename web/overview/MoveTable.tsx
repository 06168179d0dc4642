import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import type { ProductOverview } from '#contract/reports/overviews.ts'
import { ByPosition } from '../ui/ByPosition.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Overview.module.css'
import { SourceLink } from './SourceLink.tsx'

/** The last moves of a product: what moved it, by how much, and what was left. */
export function MoveTable({ moves }: { moves: NonNullable<ProductOverview['moves']> }) {
  const { t } = useTranslation(['overview', 'reports'])
  if (moves.length === 0) return <p className={classes.none}>{t('none.moves')}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('columns.date')}</th>
          <th scope="col">{t('columns.move')}</th>
          <th scope="col" className={classes.figure}>
            {t('columns.quantity')}
          </th>
          <th scope="col" className={classes.figure}>
            {t('columns.left')}
          </th>
        </tr>
      </thead>
      <tbody>
        <ByPosition items={moves}>
          {(move) => (
            <tr>
              <td>
                <Num>{move.date}</Num>
              </td>
              <td>
                <SourceLink source={move.source} id={move.source_id}>
                  {move.number && <Num>{move.number}</Num>}
                </SourceLink>
                <span className={move.number ? classes.small : undefined}>{t(`reports:kinds.${move.kind}`)}</span>
              </td>
              <td className={classes.figure}>
                <Num>{formatPlain(move.quantity)}</Num>
              </td>
              <td className={classes.figure}>
                <Num>{formatPlain(move.quantity_after)}</Num>
              </td>
            </tr>
          )}
        </ByPosition>
      </tbody>
    </table>
  )
}
