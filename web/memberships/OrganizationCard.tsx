import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DeskRow } from '#contract/reports/desk.ts'
import { localName } from '../i18n/localName.ts'
import { NameWithImage } from '../ui/cells/NameWithImage.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { today } from '../ui/today.ts'
import classes from './Desk.module.css'
import { useEnterOrganization } from './useEnterOrganization.ts'

type Waiting = NonNullable<DeskRow['waiting']>
type Matter = { name: string; to: string; search?: Record<string, string>; isUrgent?: boolean }

const counted = [
  { name: 'overdue_invoices', to: '/sales/invoices', search: { status: 'overdue' }, isUrgent: true },
  { name: 'overdue_bills', to: '/purchases/bills', search: { status: 'overdue' }, isUrgent: true },
  { name: 'rejected_e_invoices', to: '/sales/e-invoicing', search: { state: 'rejected' }, isUrgent: true },
  { name: 'waiting_e_invoices', to: '/sales/e-invoicing', isUrgent: true },
  { name: 'unmatched_bank_lines', to: '/accounting/bank-statements' },
  { name: 'unreconciled_banks', to: '/accounting/month-close' },
  { name: 'bills_to_enter', to: '/purchases/bill-inbox' },
  { name: 'draft_invoices', to: '/sales/invoices', search: { status: 'draft' } },
  { name: 'draft_bills', to: '/purchases/bills', search: { status: 'draft' } },
  { name: 'draft_entries', to: '/accounting/journal-entries', search: { state: 'draft' } },
  { name: 'open_invitations', to: '/users/invitations', search: { state: 'open' } },
] as const satisfies readonly (Matter & { name: keyof Waiting })[]

/** One organization of the desk: who the person is there, and what waits. Each line leads into it. */
export function OrganizationCard({ row }: { row: DeskRow }) {
  const { t } = useTranslation('memberships')
  const enter = useEnterOrganization()
  const name = localName(row)
  return (
    <section className={classes.card} aria-label={name}>
      <div className={classes.head}>
        <NameWithImage name={name} image={row.logo} detail={row.is_owner ? t('owner') : (row.role ?? '')} />
        {row.is_current ? (
          <StatusDot status="active" label={t('desk.current')} />
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('desk.enter_named', { name })}
            onClick={() => void enter(row.id)}
          >
            {t('desk.enter')}
          </Button>
        )}
      </div>
      {row.state !== 'open' && <p className={classes.closed}>{t(`desk.${row.state}`)}</p>}
      {row.waiting && <Matters row={row} waiting={row.waiting} />}
    </section>
  )
}

function Matters({ row, waiting }: { row: DeskRow; waiting: Waiting }) {
  const { t } = useTranslation('memberships')
  const { due_returns: due, certificate_days: days } = waiting
  const matters = counted.filter(({ name }) => (waiting[name] ?? 0) > 0)
  if (matters.length === 0 && !due && days === null) return <p className={classes.nothing}>{t('desk.nothing')}</p>
  return (
    <ul className={classes.matters}>
      {due && (
        <Line row={row} matter={{ name: 'due_returns', to: '/accounting/vat-periods', isUrgent: due.until < today() }}>
          <span>
            {t('desk.due_returns')} <span className={classes.small}>{t('desk.until', { date: due.until })}</span>
          </span>
          <Num>{String(due.count)}</Num>
        </Line>
      )}
      {matters.map((matter) => (
        <Line key={matter.name} row={row} matter={matter}>
          <span>{t(`desk.${matter.name}`)}</span>
          <Num>{String(waiting[matter.name])}</Num>
        </Line>
      ))}
      {days !== null && (
        <Line row={row} matter={{ name: 'certificate', to: '/settings/e-invoicing', isUrgent: true }}>
          <span>{t(days < 0 ? 'desk.certificate_over' : 'desk.certificate_days')}</span>
          {days >= 0 && <Num>{String(days)}</Num>}
        </Line>
      )}
    </ul>
  )
}

/** In the current organization a link, in another one a button that switches first. */
function Line({ row, matter, children }: { row: DeskRow; matter: Matter; children: React.ReactNode }) {
  const enter = useEnterOrganization()
  const { to, search = {}, isUrgent } = matter
  return (
    <li data-urgent={isUrgent || undefined}>
      {row.is_current ? (
        <Link to={to} search={search} className={classes.line} preload={false}>
          {children}
        </Link>
      ) : (
        <button type="button" className={classes.line} onClick={() => void enter(row.id, to, search)}>
          {children}
        </button>
      )}
    </li>
  )
}
