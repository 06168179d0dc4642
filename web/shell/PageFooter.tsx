import { useTranslation } from 'react-i18next'
import classes from './PageFooter.module.css'

/** The copyright line and the product's name. */
export function PageFooter() {
  const { t } = useTranslation('shell')
  return (
    <footer className={classes.footer}>
      <bdi>{t('footer.copyright', { year: new Date().getFullYear() })}</bdi>
      <span>{t('common:product')}</span>
    </footer>
  )
}
