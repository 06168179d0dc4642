import { Navigate, useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useCan } from '../api/useCan.ts'
import { ProductCategoriesSection } from '../catalog/ProductCategoriesSection.tsx'
import { UnitsSection } from '../catalog/UnitsSection.tsx'
import { EInvoicingSection } from '../e-invoicing/EInvoicingSection.tsx'
import { type SettingsSection, sectionPermission, settingsSections } from '../routes/settingsSections.ts'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { BranchesSection } from './BranchesSection.tsx'
import { CurrenciesSection } from './CurrenciesSection.tsx'
import { OrganizationSection } from './OrganizationSection.tsx'
import { PaymentMethodsSection } from './PaymentMethodsSection.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import classes from './SettingsPage.module.css'
import { TaxesSection } from './TaxesSection.tsx'

// Rarely opened sections are loaded on demand.
const RemindersSection = lazy(async () => ({
  default: (await import('../reminders/RemindersSection.tsx')).RemindersSection,
}))
const SharingSection = lazy(async () => ({ default: (await import('../sharing/SharingSection.tsx')).SharingSection }))
const ImportsSection = lazy(async () => ({ default: (await import('../imports/ImportsSection.tsx')).ImportsSection }))
const ApiKeysSection = lazy(async () => ({ default: (await import('../access/ApiKeysSection.tsx')).ApiKeysSection }))
const SecurityPolicySection = lazy(async () => ({
  default: (await import('../access/SecurityPolicySection.tsx')).SecurityPolicySection,
}))
const WebhooksSection = lazy(async () => ({
  default: (await import('../webhooks/WebhooksSection.tsx')).WebhooksSection,
}))
const DeliveriesSection = lazy(async () => ({
  default: (await import('../webhooks/DeliveriesSection.tsx')).DeliveriesSection,
}))
const AuditLogSection = lazy(async () => ({ default: (await import('../access/AuditLogSection.tsx')).AuditLogSection }))
const CopiesSection = lazy(async () => ({ default: (await import('../access/CopiesSection.tsx')).CopiesSection }))

const sections: Record<SettingsSection, ComponentType> = {
  organization: OrganizationSection,
  branches: BranchesSection,
  taxes: TaxesSection,
  'product-categories': ProductCategoriesSection,
  units: UnitsSection,
  currencies: CurrenciesSection,
  'payment-methods': PaymentMethodsSection,
  'e-invoicing': EInvoicingSection,
  import: ImportsSection,
  sharing: SharingSection,
  reminders: RemindersSection,
  'api-keys': ApiKeysSection,
  security: SecurityPolicySection,
  'audit-log': AuditLogSection,
  copies: CopiesSection,
  webhooks: WebhooksSection,
  'webhook-deliveries': DeliveriesSection,
}

/** Settings: a menu of the sections at the start, next to the chosen section. */
export function SettingsPage() {
  const { section = '' } = useParams({ strict: false }) as { section?: string }
  const can = useCan()
  const offered = settingsSections.filter((name) => can(sectionPermission(name)))
  const chosen = offered.find((name) => name === section)
  if (!chosen) return <Navigate to={`/settings/${offered[0]}`} replace />
  const Section = sections[chosen]
  return (
    <div className={classes.settings}>
      <SettingsMenu offered={offered} chosen={chosen} />
      <div className={classes.section}>
        <Suspense fallback={<LoadingState />}>
          <Section key={section} />
        </Suspense>
      </div>
    </div>
  )
}
