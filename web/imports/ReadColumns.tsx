import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import classes from './Imports.module.css'

/** Where the names and figures of the records come from, and which other columns of the file have such a head: said next to the counts. */
export function ReadColumns({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const sourceOf = (key: string) => record.mapping.find(({ column }) => column === key)?.source ?? -1
  const head = (source: number) => record.heads[source] || t('mapping.unnamed', { number: source + 1 })
  const read = record.columns.filter(
    ({ key, type, is_required }) => sourceOf(key) >= 0 && (is_required || type === 'figure'),
  )
  const doubtful = record.columns.filter(
    ({ key, type, is_required, others }) => others.length > 0 && (type === 'figure' || (key === 'name' && is_required)),
  )
  if (read.length === 0 && doubtful.length === 0) return null
  return (
    <section aria-label={t('read_columns.title')} className={classes.read}>
      <span className={classes.hint}>{t('read_columns.title')}</span>
      <ul className={classes.chips}>
        {read.map(({ key, label }) => (
          <li key={key}>
            {label} <bdi className={classes.hint}>{head(sourceOf(key))}</bdi>
          </li>
        ))}
      </ul>
      {doubtful.map(({ key, label, others }) => (
        <p key={key} role="note" className={classes.doubt}>
          {t(sourceOf(key) < 0 ? 'read_columns.none' : 'read_columns.others', { column: label })}{' '}
          {others.map((one) => (
            <bdi key={one}>«{one}» </bdi>
          ))}
        </p>
      ))}
    </section>
  )
}
