import { useTranslation } from 'react-i18next'
import type { PaperRows } from '#contract/sharing/public-page.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import classes from './PublicPage.module.css'

type Cell = PaperRows['rows'][number][number]

/** The rows and totals of the paper as text: a table with many columns cannot be read on a phone. */
export function PaperItems({ items: { columns, rows, totals } }: { items: PaperRows }) {
  const { t } = useTranslation('publicPage')
  const language = currentLanguage()
  const title = totals.length > 0 ? 'items' : 'items_only'
  /** The second line of a cell is its English. */
  const inLanguage = (cell: Cell | undefined) => (language === 'en' && cell?.below) || cell?.text
  const named = columns.findIndex(({ is_name }) => is_name)
  return (
    <section className={classes.card} aria-label={t(title)}>
      <h2>{t(title)}</h2>
      <ol className={classes.items}>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of an issued paper have no other name and never move
          <li key={row}>
            <div className={classes.item}>
              <bdi>{inLanguage(cells[named])}</bdi>
            </div>
            <dl className={classes.facts}>
              {columns.map(
                ({ label, is_name }, index) =>
                  !is_name &&
                  cells[index]?.text && (
                    <div key={label.en}>
                      <dt>{label[language]}</dt>
                      <dd>
                        <bdi className="num">{inLanguage(cells[index])}</bdi>
                      </dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ol>
      {totals.length > 0 && (
        <dl className={classes.totals}>
          {totals.map(({ label, value, is_grand }) => (
            <div key={`${label.en} ${label.ar} ${value}`} data-grand={is_grand || undefined}>
              <dt>{label[language]}</dt>
              <dd>
                <bdi className="num">{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
