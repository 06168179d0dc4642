import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import IconNext from '~icons/tabler/arrow-right'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import classes from './Home.module.css'

const steps = [
  ['vat', '/settings/organization', 'update-setting'],
  ['e_invoicing', '/settings/e-invoicing', 'update-setting'],
  ['customer', '/sales/customers', 'create-customer'],
  ['product', '/inventory/products/create', 'create-product'],
  ['invoice', '/sales/invoices/create', 'create-invoice'],
] as const

/** A new organisation has no figures yet: what to do first, in order. */
export function FirstSteps() {
  const { t } = useTranslation('reports')
  const can = useCan()
  const { organization } = useUser()
  const isAsked = { vat: organization.vat_status === null, e_invoicing: organization.vat_status === 'registered' }
  const shown = steps.filter(([name]) => isAsked[name as keyof typeof isAsked] ?? true)
  return (
    <section className={classes.steps}>
      <h2>{t('home.first_steps.title')}</h2>
      <ol>
        {shown.map(
          ([name, to, permission], index) =>
            can(permission) && (
              <li key={name}>
                <Link to={to} className={classes.step}>
                  <span className={classes.count}>{index + 1}</span>
                  <span>
                    <strong>{t(`home.first_steps.${name}`)}</strong>
                    <span className={classes.detail}>{t(`home.first_steps.${name}_detail`)}</span>
                  </span>
                  <IconNext className="turns" aria-hidden />
                </Link>
              </li>
            ),
        )}
      </ol>
    </section>
  )
}
