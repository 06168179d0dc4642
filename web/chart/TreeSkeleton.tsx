import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Tree.module.css'

const rows = Array.from({ length: 20 }, (_, row) => ({ id: row, depth: [0, 1, 2, 2, 1][row % 5] ?? 0 }))

/** Twenty placeholder rows while a tree loads, with its final height. */
export function TreeSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className={classes.area} role="status">
      <span className="spoken">{t('states.loading')}</span>
      {rows.map(({ id, depth }) => (
        <div key={id} className={classes.waiting} aria-hidden>
          <Skeleton height={12} width="34%" style={{ marginInlineStart: `${depth * 3}em` }} />
          <Skeleton height={12} width={90} />
        </div>
      ))}
    </div>
  )
}
