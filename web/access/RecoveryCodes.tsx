import { useTranslation } from 'react-i18next'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import classes from './Access.module.css'

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('access')
  const words = {
    title: t('account.codes_title'),
    detail: t('account.codes_detail'),
    lost: t('account.codes_lost'),
    copy: t('keys.copy'),
    copied: t('keys.copied'),
    done: t('keys.stored'),
  }
  return (
    <ShownOnce value={codes.join('\n')} words={words} size="lg" onClose={onClose}>
      <div className={classes.codes}>
        {codes.map((code) => (
          <code key={code}>{code}</code>
        ))}
      </div>
    </ShownOnce>
  )
}
