import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../../i18n/i18n.ts'
import classes from './Paper.module.css'

/** Both languages of a word that is printed; the words of the other language are fetched once. */
export function useTwoWords(): (name: string) => { ar: string; en: string } {
  useTranslation('paper')
  useEffect(() => {
    void loadWords(['paper'], 'ar')
    void loadWords(['paper'], 'en')
  }, [])
  return (name) => ({
    ar: i18next.t(`paper:${name}`, { lng: 'ar' }),
    en: i18next.t(`paper:${name}`, { lng: 'en' }),
  })
}

/** Arabic, with smaller English next to it. */
export function BilingualLabel({ name }: { name: string }) {
  const { ar, en } = useTwoWords()(name)
  return (
    <>
      <span lang="ar">{ar}</span>{' '}
      <span dir="ltr" lang="en" className={classes.english}>
        {en}
      </span>
    </>
  )
}
