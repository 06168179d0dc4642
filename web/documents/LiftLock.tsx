import { useTranslation } from 'react-i18next'
import { OpenLink } from '../shell/OpenLink.tsx'

/** Where what closed a day is opened again, or set right later. */
const ways: Record<string, string> = {
  period_locked: '/accounting/financial-years',
  vat_filed: '/accounting/vat-periods',
}

/** The way out of a closed day, for whoever may open it; nothing where a record is held by something else. */
export function LiftLock({ why }: { why: string }) {
  const { t } = useTranslation('documents')
  const to = ways[why]
  if (!to) return null
  return (
    <OpenLink to={to} className="link">
      {t(`lift.${why}`)}
    </OpenLink>
  )
}
