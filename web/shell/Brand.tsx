import { useTranslation } from 'react-i18next'
import classes from './Brand.module.css'

/** The sign and the name; compact, only the sign (the name stays for those who listen). */
export function Brand({ compact }: { compact: boolean }) {
  const { t } = useTranslation('common')
  return (
    <span className={classes.brand}>
      <img src="/favicon.svg" width={26} height={26} alt={compact ? t('product') : ''} />
      {!compact && <span className={classes.name}>{t('product')}</span>}
    </span>
  )
}
