import { Link } from '@tanstack/react-router'
import type { Home } from '#contract/reports.ts'
import { sales } from '#contract/sides.ts'
import { DocumentStatus } from '../documents/DocumentStatus.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { localName } from '../words/localName.ts'
import classes from './Home.module.css'

export function LatestInvoices({ invoices }: { invoices: Home['latest_invoices'] }) {
  return (
    <ul className={classes.invoices}>
      {invoices.map((invoice) => (
        <li key={invoice.id}>
          <Link to={`/sales/invoices/${invoice.id}/view`} className="link">
            <Num>{invoice.invoice_number}</Num>
          </Link>
          <bdi className={classes.who}>{localName({ name: invoice.customer, name_en: invoice.customer_en })}</bdi>
          <DocumentStatus side={sales} status={invoice.status} overdue={false} />
          <Amount value={invoice.total} currency={invoice.currency} />
        </li>
      ))}
    </ul>
  )
}
