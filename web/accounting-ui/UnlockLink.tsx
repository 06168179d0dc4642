import { useTranslation } from 'react-i18next'
import { refusalHelpLink } from '../api/refusalHelpLink.ts'
import { OpenLink } from '../routes/OpenLink.tsx'

/** The way out of a closed day, for whoever may open it; nothing where a record is held by something else. */
export function UnlockLink({ why }: { why: string }) {
  const { t } = useTranslation('documents')
  const way = refusalHelpLink(why)
  if (!way) return null
  return (
    <OpenLink to={way.to} className="link">
      {t(`lift.${why}`)}
    </OpenLink>
  )
}
