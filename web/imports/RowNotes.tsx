import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import classes from './Imports.module.css'

/** The notes on rows that were not refused: rows left out, and hints. */
export function RowNotes({ notes }: Pick<ImportRecord, 'notes'>) {
  const { t } = useTranslation('imports')
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes} aria-label={t('notes.title')}>
      {notes.map(({ code, rows }) => (
        <li key={code}>{t(`notes.${code}`, { number: rows })}</li>
      ))}
    </ul>
  )
}
