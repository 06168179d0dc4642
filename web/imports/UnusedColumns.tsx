import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import classes from './Imports.module.css'

type UnusedColumnsProps = { record: ImportRecord; mapping: ImportRecord['mapping'] }

/** The columns of the file that are not mapped, each with its first value, so that no data is lost unnoticed. */
export function UnusedColumns({ record, mapping }: UnusedColumnsProps) {
  const { t } = useTranslation('imports')
  const used = new Set(mapping.map(({ source }) => source))
  const unused = record.heads
    .map((head, index) => ({ index, head, example: record.sample.find((row) => row[index])?.[index] ?? '' }))
    .filter(({ index, head, example }) => !used.has(index) && (head !== '' || example !== ''))
  if (unused.length === 0) return <p className={classes.hint}>{t('mapping.all_used')}</p>
  return (
    <section className={classes.unused} aria-label={t('mapping.unused')}>
      <span>{t('mapping.unused')}</span>
      <ul className={classes.chips}>
        {unused.map(({ index, head, example }) => (
          <li key={index}>
            <bdi>{head || t('mapping.unnamed', { number: index + 1 })}</bdi>
            {example && <bdi className={classes.hint}>{example}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}
