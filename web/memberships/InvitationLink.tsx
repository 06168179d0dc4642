import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../ui/ShownOnce.tsx'

/** The link of an invitation, to pass on where mail does not arrive. It is shown once; sending again makes another one. */
export function InvitationLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation('memberships')
  const words = {
    title: t('link.title'),
    detail: t('link.detail'),
    lost: t('link.not_shown'),
    copy: t('link.copy'),
    copied: t('link.copied'),
    done: t('link.done'),
  }
  return <ShownOnce value={link} words={words} onClose={onClose} />
}
