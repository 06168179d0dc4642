import { Link } from '@tanstack/react-router'
import { reportPermission } from '#contract/reports/report-index.ts'
import type { Home } from '#contract/reports.ts'
import { useCan } from '../api/useCan.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { localName } from '../words/localName.ts'
import classes from './Home.module.css'

/** What sold best this year; leads to the report of all of it for who may read that. */
export function BestProducts({ products }: { products: Home['best_products'] }) {
  const can = useCan()
  return (
    <ol className={classes.ranking}>
      {products.map((product) => {
        const name = <bdi>{localName(product)}</bdi>
        return (
          <li key={product.id}>
            {can(reportPermission('sales_by_product')) ? (
              <Link to="/reports/sales-by-product" className="link">
                {name}
              </Link>
            ) : (
              name
            )}
            <OwnAmount value={product.amount} />
          </li>
        )
      })}
    </ol>
  )
}
