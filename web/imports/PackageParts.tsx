import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ImportRecord } from '#contract/imports/imports.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Imports.module.css'
import { rowFigures } from './rowFigures.ts'

/** The files of a package in the order of their import, each with its result. */
export function PackageParts({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  return (
    <section className={classes.part} aria-label={t('package.parts')}>
      <h2>{t('package.parts')}</h2>
      <p className={classes.hint}>{t('package.parts_hint')}</p>
      <div className={classes.scroll}>
        <table className={classes.grid}>
          <thead>
            <tr>
              <th scope="col">{t('fields.import.kind')}</th>
              <th scope="col">{t('package.file')}</th>
              {rowFigures.map((name) => (
                <th key={name} scope="col">
                  {t(`fields.import.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {record.parts.map((part) => (
              <tr key={part.id}>
                <th scope="row">{t(`kinds.${part.kind}`)}</th>
                <td>
                  <Link to={`/settings/import/${part.id}`} className="link">
                    <bdi>{part.file_name}</bdi>
                  </Link>
                </td>
                {rowFigures.map((name) => (
                  <td key={name} className={name === 'rows_refused' && part[name] > 0 ? classes.required : undefined}>
                    <Num>{part[name]}</Num>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
