import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { financialYears } from '#contract/years.ts'
import { useCan } from '../api/useCan.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { changeWords } from './changeWords.ts'
import type { Year, YearChange } from './Year.ts'
import classes from './Years.module.css'

/** From which statuses each action is offered, as the specification lists them. */
const offered = [
  { to: 'open', from: ['draft', 'closed', 'under_review'] },
  { to: 'under_review', from: ['open', 'closed'] },
  { to: 'closed', from: ['open', 'under_review'] },
] as const

/** The possible changes of a year's status, by permission, and its closing. */
export function YearTransitions({ year, onChange }: { year: Year; onChange: (change: YearChange) => void }) {
  const { t } = useTranslation('years')
  const can = useCan()
  if (!can(financialYears.permissions.update)) return null
  // Reopening a closed year needs a permission of its own.
  const may = year.status !== 'closed' || can('reopen-financialYear')
  const open = offered.filter(({ from }) => may && (from as readonly string[]).includes(year.status))
  return (
    <span className={classes.transitions}>
      {year.status === 'closed' && (
        <OpenLink
          to="/reports/journal"
          search={{ from: year.started_at, to: year.ended_at, kind: 'closing' }}
          className="link"
        >
          {t('closing.entry')}
        </OpenLink>
      )}
      {open.map(({ to }) => (
        <Button
          key={to}
          variant="default"
          size="compact-xs"
          aria-label={t(`change.${changeWords(year, to)}.named`, { name: year.name })}
          onClick={() => onChange({ year, to })}
        >
          {t(`change.${changeWords(year, to)}.action`)}
        </Button>
      ))}
    </span>
  )
}
