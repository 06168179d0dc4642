import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconNext from '~icons/tabler/arrow-right'
import IconDone from '~icons/tabler/check'
import { useUser } from '../../api/session.ts'
import { useCan } from '../../api/useCan.ts'
import { loadWords } from '../../i18n/i18n.ts'
import classes from '../Home.module.css'
import { type StepName, useDoneSteps } from './useDoneSteps.ts'

type DrawerName = 'logo' | 'iban' | 'customer'
type Step = { name: StepName; permission: string; to?: string; drawer?: DrawerName }

const steps: readonly Step[] = [
  { name: 'vat', permission: 'update-setting', to: '/settings/organization' },
  { name: 'logo', permission: 'update-setting', drawer: 'logo' },
  { name: 'iban', permission: 'update-setting', drawer: 'iban' },
  { name: 'customer', permission: 'create-customer', drawer: 'customer' },
  { name: 'invoice', permission: 'create-invoice', to: '/sales/invoices/create' },
  { name: 'e_invoicing', permission: 'update-setting', to: '/settings/e-invoicing' },
  { name: 'invite', permission: 'create-user', to: '/users/invitations' },
]

const Logo = lazy(async () => {
  await loadWords(['organization'])
  return import('../../organization/LogoDrawer.tsx')
})
const BankAccounts = lazy(async () => {
  await loadWords(['sharing'])
  return import('../../sharing/BankAccountsDrawer.tsx')
})
const Customer = lazy(async () => {
  await loadWords(['parties'])
  return { default: (await import('../../creating/CreateParty.tsx')).CreateCustomer }
})

/** A new organization has no figures yet: what to do first, how far it is, and each over this page where that is possible. */
export function FirstSteps() {
  const { t } = useTranslation('reports')
  const can = useCan()
  const { organization } = useUser()
  const [open, setOpen] = useState<DrawerName | null>(null)
  const done = useDoneSteps()
  const isAsked: Partial<Record<StepName, boolean>> = {
    vat: organization.vat_status === null,
    e_invoicing: organization.vat_status === 'registered',
  }
  const shown = steps.filter(({ name, permission }) => (isAsked[name] ?? true) && can(permission))
  const finished = shown.filter(({ name }) => done.has(name)).length
  return (
    <section className={classes.steps}>
      <h2>
        {t('home.first_steps.title')}
        <span className={classes.progress}>
          {t('home.first_steps.progress', { done: finished, all: shown.length })}
          <progress value={finished} max={shown.length} aria-label={t('home.first_steps.title')} />
        </span>
      </h2>
      <ol>
        {shown.map((step, index) => (
          <li key={step.name}>
            <StepTarget step={step} onOpen={setOpen}>
              <span className={classes.count} data-done={done.has(step.name) || undefined}>
                {done.has(step.name) ? <IconDone aria-label={t('home.first_steps.done')} /> : index + 1}
              </span>
              <span>
                <strong>{t(`home.first_steps.${step.name}`)}</strong>
                <span className={classes.detail}>{t(`home.first_steps.${step.name}_detail`)}</span>
              </span>
              <IconNext className="turns" aria-hidden />
            </StepTarget>
            {step.name === 'customer' && can('import-records') && (
              <Link to="/settings/import" className={`link ${classes.stepMore}`}>
                {t('home.first_steps.import')}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Suspense>
        {open === 'logo' && <Logo onClose={() => setOpen(null)} />}
        {open === 'iban' && <BankAccounts onClose={() => setOpen(null)} />}
        {open === 'customer' && <Customer name="" onClose={() => setOpen(null)} onCreated={() => setOpen(null)} />}
      </Suspense>
    </section>
  )
}

type StepTargetProps = { step: Step; onOpen: (drawer: DrawerName) => void; children: ReactNode }

function StepTarget({ step: { to, drawer }, onOpen, children }: StepTargetProps) {
  if (drawer)
    return (
      <button type="button" className={classes.step} onClick={() => onOpen(drawer)}>
        {children}
      </button>
    )
  return (
    <Link to={to as string} className={classes.step}>
      {children}
    </Link>
  )
}
