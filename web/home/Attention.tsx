import { useTranslation } from 'react-i18next'
import type { Home } from '#contract/reports.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import classes from './Home.module.css'

const matters = [
  ['overdue_invoices', '/sales/invoices', 'overdue'],
  ['overdue_bills', '/purchases/bills', 'overdue'],
  ['draft_invoices', '/sales/invoices', 'draft'],
  ['draft_bills', '/purchases/bills', 'draft'],
] as const

/** Work that waits for the user; nothing is shown if there is none. */
export function Attention({ counts }: { counts: Home['attention'] }) {
  const { t } = useTranslation('reports')
  const waiting = matters.filter(([name]) => counts[name] > 0)
  if (waiting.length === 0) return null
  return (
    <section className={classes.attention}>
      <h2>{t('home.attention.title')}</h2>
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
