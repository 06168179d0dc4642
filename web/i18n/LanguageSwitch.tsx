import { useTranslation } from 'react-i18next'
import { changeLanguage, currentLanguage } from './i18n.ts'
import classes from './LanguageSwitch.module.css'

/** Offers the other language, in that language. */
export function LanguageSwitch() {
  const { t } = useTranslation('common')
  const other = currentLanguage() === 'ar' ? 'en' : 'ar'
  return (
    <button
      type="button"
      className={classes.switch}
      lang={other}
      title={t('language.label')}
      onClick={() => void changeLanguage(other)}
    >
      {t('language.other')}
    </button>
  )
}
