import { useTranslation } from 'react-i18next'
import { OpenLink, useMayOpen } from '../routes/OpenLink.tsx'

/** The way to a list of this party's documents, for those who may open it. */
export function AllOfThem({ to, search }: { to: string; search: Record<string, string> }) {
  const { t } = useTranslation('overview')
  if (!useMayOpen(to)) return null
  return (
    <OpenLink to={to} search={search} className="link">
      {t('all')}
    </OpenLink>
  )
}
