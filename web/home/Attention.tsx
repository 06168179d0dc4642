import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import type { Home } from '#contract/reports.ts'
import { useUser } from '../api/session.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { today } from '../ui/today.ts'
import classes from './Home.module.css'

const matters = [
  ['overdue_invoices', '/sales/invoices', 'overdue'],
  ['overdue_bills', '/purchases/bills', 'overdue'],
  ['draft_invoices', '/sales/invoices', 'draft'],
  ['draft_bills', '/purchases/bills', 'draft'],
  ['expiring_quotations', '/sales/quotations', 'sent'],
  ['accepted_quotations', '/sales/quotations', 'accepted'],
  ['orders_to_deliver', '/sales/orders', 'to_move'],
  ['orders_to_receive', '/purchases/orders', 'to_move'],
  ['deliveries_to_invoice', '/sales/deliveries', 'waiting_goods'],
  ['receipts_to_bill', '/purchases/receipts', 'waiting_goods'],
  ['products_to_buy', '/reports/what-to-buy', null],
  ['expiring_lots', '/reports/expiring-stock', null],
  ['transfers_to_receive', '/inventory/transfers', 'to_receive'],
  ['unanswered_bills', '/purchases/bills', 'unanswered'],
  ['due_retentions', '/reports/retention-calendar', 'retained'],
  ['rejected_e_invoices', '/sales/e-invoicing', 'rejected'],
  ['waiting_e_invoices', '/sales/e-invoicing', null],
  ['xml_missing_e_invoices', '/sales/e-invoicing', 'cleared_without_xml'],
  ['unverified_cities', '/sales/customers', 'city'],
  ['unreconciled_banks', '/accounting/month-close', null],
] as const
const eStates: readonly string[] = ['rejected', 'cleared_without_xml']
const isLate = (status: string | null) =>
  !['draft', 'city', 'to_move', 'waiting_goods', 'retained', 'to_receive', 'unanswered'].includes(status ?? '')

/** Work that waits for the user; nothing is shown if there is none. */
export function Attention({ counts }: { counts: Home['attention'] }) {
  const { t } = useTranslation('reports')
  const waiting = matters.filter(([name]) => counts[name] > 0)
  const { currency } = useUser().organization
  const days = counts.certificate_days
  const due = counts.due_returns
  const withheld = counts.due_withholding
  const isUnswitched = counts.phase_not_switched
  if (waiting.length === 0 && days === null && due === null && withheld === null && !isUnswitched) return null
  return (
    <section className={classes.attention}>
      <h2>{t('home.attention.title')}</h2>
      {isUnswitched && (
        <span data-late>
          <i aria-hidden />
          <OpenLink to="/settings/e-invoicing" className="link">
            <bdi>{t('home.attention.phase_not_switched')}</bdi>
          </OpenLink>
        </span>
      )}
      {due && (
        <span data-late={due.until < today() || undefined}>
          <i aria-hidden />
          <OpenLink to="/accounting/vat-periods" className="link">
            <bdi>{t('home.attention.due_returns', { ...due, count: due.count })}</bdi>
          </OpenLink>
        </span>
      )}
      {withheld && (
        <span data-late={withheld.until < today() || undefined}>
          <i aria-hidden />
          <OpenLink to="/accounting/withholding" className="link">
            <bdi>{t('home.attention.due_withholding', { ...withheld, count: withheld.count })}</bdi>
          </OpenLink>
        </span>
      )}
      {waiting.map(([name, to, status]) => (
        <span key={name} data-late={isLate(status) || undefined}>
          <i aria-hidden />
          <OpenLink to={to} search={searchOf(status)} className="link">
            <bdi>
              {t(`home.attention.${name}`, {
                count: counts[name],
                value: formatNumber(counts.expiring_value, currency.decimals),
                currency: currency.code,
              })}
            </bdi>
          </OpenLink>
        </span>
      ))}
      {days !== null && (
        <span data-late>
          <i aria-hidden />
          <OpenLink to="/settings/e-invoicing" className="link">
            <bdi>
              {days < 0 ? t('home.attention.certificate_over') : t('home.attention.certificate', { count: days })}
            </bdi>
          </OpenLink>
        </span>
      )}
    </section>
  )
}

function searchOf(status: string | null): Record<string, string> {
  if (status === 'city') return { city_unverified: '1' }
  if (status === 'unanswered') return { unanswered: '1' }
  if (status === 'to_receive') return { to_receive: '1' }
  if (status === 'accepted') return { status, progress: 'open' }
  if (status === 'to_move') return { delivery: 'open' }
  if (status === 'retained') return {}
  if (status === 'waiting_goods') return { progress: 'open' }
  return searchOfStatus(status)
}
const searchOfStatus = (status: string | null): Record<string, string> =>
  status === null ? {} : eStates.includes(status) ? { state: status } : { status }
