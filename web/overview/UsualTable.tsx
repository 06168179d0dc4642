import { useTranslation } from 'react-i18next'
import { formatPlain } from '#contract/paper/format-number.ts'
import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Overview.module.css'

type Usual = {
  id: number
  name: string
  name_en: string | null
  times: number
  quantity: number
  last_price: number
  last_date: string
  last_currency: { code: string; decimals: number }
}
type UsualTableProps = { rows: readonly Usual[]; head: string; pathOf: (id: number) => string; none: string }

/** What a party usually buys or sells, or who buys a product: how much lately, and at which price last. */
export function UsualTable({ rows, head, pathOf, none }: UsualTableProps) {
  const { t } = useTranslation('overview')
  if (rows.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className={classes.figure}>
            {t('columns.quantity')}
          </th>
          <th scope="col" className={classes.figure}>
            {t('columns.last_price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <OpenLink to={pathOf(row.id)} className="link">
                <bdi>{localName(row)}</bdi>
              </OpenLink>
            </td>
            <td className={classes.figure}>
              <Num>{formatPlain(row.quantity)}</Num>
            </td>
            <td className={classes.figure}>
              <Amount value={row.last_price} currency={row.last_currency} />
              <span className={classes.small}>
                <Num>{row.last_date}</Num>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
