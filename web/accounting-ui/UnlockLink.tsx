import { useTranslation } from 'react-i18next'
import { refusalHelpLink } from '../api/refusalHelpLink.ts'
import { OpenLink } from '../routes/OpenLink.tsx'

/** The link to reopen a closed day, for a user who may do so. Empty if the record is locked for another reason. */
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
