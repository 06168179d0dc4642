import { useTranslation } from 'react-i18next'
import { OpenLink } from '../routes/OpenLink.tsx'

type WayOutProps = { path: string; customerId: number }

/** The page with the invalid field of seller or buyer. Fields of the document are edited on the document itself. */
export function WayOut({ path, customerId }: WayOutProps) {
  const { t } = useTranslation('shell')
  if (path.startsWith('seller'))
    return (
      <OpenLink to="/settings/organization" className="link">
        {t('pages.settings')}
      </OpenLink>
    )
  if (!path.startsWith('buyer')) return null
  return (
    <OpenLink to="/sales/customers" search={{ edit: String(customerId) }} className="link">
      {t('pages.customers')}
    </OpenLink>
  )
}
