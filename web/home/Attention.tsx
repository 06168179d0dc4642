import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { today } from '../kit/today.ts'
import { OpenLink } from '../shell/OpenLink.tsx'
import classes from './Home.module.css'

const matters = [
  ['overdue_invoices', '/sales/invoices', 'overdue'],
  ['overdue_bills', '/purchases/bills', 'overdue'],
  ['draft_invoices', '/sales/invoices', 'draft'],
  ['draft_bills', '/purchases/bills', 'draft'],
] as const

/** What waits for somebody; nothing is said where nothing waits. */
export function Attention({ counts }: { counts: Home['attention'] }) {
  const { t } = useTranslation('reports')
  const waiting = matters.filter(([name]) => counts[name] > 0)
  const due = counts.due_returns
  if (waiting.length === 0 && due === null) return null
  return (
    <section className={classes.attention}>
      <h2>{t('home.attention.title')}</h2>
      {due && (
        <span data-late={due.until < today() || undefined}>
          <i aria-hidden />
          <OpenLink to="/accounting/vat-periods" className="link">
            <bdi>{t('home.attention.due_returns', { ...due, count: due.count })}</bdi>
          </OpenLink>
        </span>
      )}
      {waiting.map(([name, to, status]) => (
        <span key={name} data-late={status === 'overdue' || undefined}>
          <i aria-hidden />
          <OpenLink to={to} search={{ status }} className="link">
            <bdi>{t(`home.attention.${name}`, { count: counts[name] })}</bdi>
          </OpenLink>
        </span>
      ))}
    </section>
  )
}
