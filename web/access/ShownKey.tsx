import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../ui/ShownOnce.tsx'

/** A new key, or the secret of a webhook. */
export function ShownKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation('access')
  const words = {
    title: t('keys.shown_title'),
    detail: t('keys.shown_detail'),
    lost: t('keys.not_shown'),
    copy: t('keys.copy'),
    copied: t('keys.copied'),
    done: t('keys.stored'),
  }
  return <ShownOnce value={value} words={words} onClose={onClose} />
}
