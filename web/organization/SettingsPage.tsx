import { Link, Navigate, useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductCategoriesSection } from '../catalog/ProductCategoriesSection.tsx'
import { UnitsSection } from '../catalog/UnitsSection.tsx'
import { EInvoicingSection } from '../e-invoicing/EInvoicingSection.tsx'
import { ImportsSection } from '../imports/ImportsSection.tsx'
import { BranchesSection } from './BranchesSection.tsx'
import { CurrenciesSection } from './CurrenciesSection.tsx'
import { OrganizationSection } from './OrganizationSection.tsx'
import { PaymentMethodsSection } from './PaymentMethodsSection.tsx'
import classes from './SettingsPage.module.css'
import { type SettingsSection, settingsSections } from './settingsSections.ts'
import { TaxesSection } from './TaxesSection.tsx'

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
}

/** Settings: a menu of the sections at the start, next to the chosen section. */
export function SettingsPage() {
  const { t } = useTranslation('organization')
  const { section = '' } = useParams({ strict: false }) as { section?: string }
  const Section = sections[section as SettingsSection]
  if (!Section) return <Navigate to="/settings/organization" replace />
  return (
    <div className={classes.settings}>
      <nav className={classes.menu} aria-label={t('settings.menu')}>
        {settingsSections.map((name) => (
          <Link key={name} to={`/settings/${name}`} className={classes.entry} activeOptions={{ includeSearch: false }}>
            {t(`settings.${name}`)}
          </Link>
        ))}
      </nav>
      <div className={classes.section}>
        <Section key={section} />
      </div>
    </div>
  )
}
