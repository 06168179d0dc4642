import type { Home } from '#contract/reports.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { today } from '../ui/today.ts'
import classes from './Home.module.css'

type RankingProps = { best: Home['best_customers']; by: 'party_id' | 'product_id' }

/** The best customers or products of the year. Each opens its rows. */
export function Ranking({ best, by }: RankingProps) {
  const to = today()
  const address = (one: { id: number }) => ({
    to: '/reports/sales-details',
    search: { [by]: String(one.id), from: `${to.slice(0, 4)}-01-01`, to },
  })
  return (
    <ol className={classes.ranking}>
      {best.map((one) => (
        <li key={one.id}>
          <OpenLink {...address(one)} className="link">
            <bdi>{localName(one)}</bdi>
          </OpenLink>
          <OpenLink {...address(one)} className={classes.quiet} plain={classes.quiet}>
            <OwnAmount value={one.amount} />
          </OpenLink>
        </li>
      ))}
    </ol>
  )
}
