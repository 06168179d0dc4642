import { useTranslation } from 'react-i18next'
import { organizationCalls } from '#contract/organization.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'

/** Settings: the organization itself. */
export function OrganizationSection() {
  const { t } = useTranslation('organization')
  const organization = useCallQuery(organizationCalls.show)
  if (organization.data)
    // A form reads its values once, so what was saved is a new form.
    return <OrganizationForm key={organization.data.version} stored={organization.data} />
  return <LoadingPage of={organization} title={t('settings.organization')} />
}
