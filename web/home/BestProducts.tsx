import { Link } from '@tanstack/react-router'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { useAnswer } from '../api/useAnswer.ts'
import { today } from '../kit/today.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { localName } from '../words/localName.ts'
import classes from './Home.module.css'

/** What sold best this month: the first rows of the report, which is asked after the page stands. */
export function BestProducts() {
  const to = today()
  const sheet = useAnswer(reports.salesByProduct.calls.show, { from: `${to.slice(0, 7)}-01`, to }).data as
    | Sheet
    | undefined
  const best = (sheet?.rows ?? []).filter(({ style }) => style === 'line').slice(0, 5)
  return (
    <ol className={classes.ranking}>
      {best.map((row) => (
        <li key={row.key}>
          <Link to="/reports/sales-by-product" search={{ from: `${to.slice(0, 7)}-01`, to } as never} className="link">
            <bdi>{localName({ name: row.label.name ?? '', name_en: row.label.name_en })}</bdi>
          </Link>
          <OwnAmount value={row.figures.net ?? 0} />
        </li>
      ))}
    </ol>
  )
}
