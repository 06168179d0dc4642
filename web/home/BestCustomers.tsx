import { Link } from '@tanstack/react-router'
import type { Home } from '#contract/reports.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { localName } from '../words/localName.ts'
import classes from './Home.module.css'

/** This year's best customers; each opens his invoices. */
export function BestCustomers({ customers }: { customers: Home['best_customers'] }) {
  return (
    <ol className={classes.ranking}>
      {customers.map((customer) => (
        <li key={customer.id}>
          <Link to="/sales/invoices" search={{ customer_id: String(customer.id) } as never} className="link">
            <bdi>{localName(customer)}</bdi>
          </Link>
          <OwnAmount value={customer.amount} />
        </li>
      ))}
    </ol>
  )
}
