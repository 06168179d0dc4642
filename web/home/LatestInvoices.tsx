import { useTranslation } from 'react-i18next'
import { sales } from '#contract/documents/sides.ts'
import type { Home } from '#contract/reports.ts'
import { DocumentStatus } from '../documents/DocumentStatus.tsx'
import { localName } from '../i18n/localName.ts'
import { OpenLink, useMayOpen } from '../routes/OpenLink.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Home.module.css'

/** The latest invoices, with a link to the list for permitted users. */
export function LatestInvoices({ invoices }: { invoices: Home['latest_invoices'] }) {
  const { t } = useTranslation('reports')
  const list = '/sales/invoices'
  return (
    <section>
      <h2>
        {t('home.latest_invoices')}
        {useMayOpen(list) && (
          <OpenLink to={list} className="link">
            {t('home.all')}
          </OpenLink>
        )}
      </h2>
      <ul className={classes.invoices}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <OpenLink to={`${list}/${invoice.id}/view`} className="link">
              <Num>{invoice.invoice_number}</Num>
            </OpenLink>
            <bdi className={classes.who}>{localName({ name: invoice.customer, name_en: invoice.customer_en })}</bdi>
            <DocumentStatus side={sales} status={invoice.status} overdue={false} />
            <Amount value={invoice.total} currency={invoice.currency} />
          </li>
        ))}
      </ul>
    </section>
  )
}
