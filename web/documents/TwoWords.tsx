import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../words/i18n.ts'
import classes from './DocumentSheet.module.css'

/** Both languages of a word of the documents, for paper; the words of the other language are fetched once. */
export function useTwoWords(): (name: string) => { ar: string; en: string } {
  useTranslation('documents')
  useEffect(() => {
    void loadWords(['documents'], 'ar')
    void loadWords(['documents'], 'en')
  }, [])
  return (name) => ({
    ar: i18next.t(`documents:${name}`, { lng: 'ar' }),
    en: i18next.t(`documents:${name}`, { lng: 'en' }),
  })
}

/** Arabic, and English smaller beside it. */
export function TwoWords({ name }: { name: string }) {
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
