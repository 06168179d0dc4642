import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuGroup } from '../../routes/PageEntry.ts'
import { Brand } from '../Brand.tsx'
import { EntryIcon } from '../EntryIcon.tsx'
import type { MenuSection } from '../menuOf.ts'
import { NavigationEntries } from '../NavigationEntries.tsx'
import { useIsCurrent } from '../useIsCurrent.ts'
import { useMenu } from '../useMenu.ts'
import classes from './StackedSide.module.css'
import { useCollapsed } from './useCollapsed.ts'
import { useNarrow } from './useNarrow.ts'
import { useSurface } from './useSurface.ts'

/** Two levels side by side; collapsed, the rail alone stays and a group leads to its first page. */
export function StackedSide() {
  const { t } = useTranslation('shell')
  const sections = useMenu()
  const narrow = useNarrow()
  const [collapsed] = useCollapsed()
  const present = usePresentGroup(sections)
  const [chosen, setChosen] = useState<{ group: MenuGroup; from: MenuGroup | undefined } | null>(null)
  const rail = useSurface(classes.rail)
  if (narrow) return null
  // The selection applies until the page moves to another group.
  const shown = chosen && chosen.from === present ? chosen.group : present
  const section = sections.find(({ group }) => group === shown)
  return (
    <aside className={classes.side}>
      <nav {...rail} aria-label={t('menu.groups')}>
        <Link to="/" className={classes.brand}>
          <Brand compact />
        </Link>
        {sections.map((entry) => (
          <RailEntry
            key={entry.group}
            section={entry}
            current={entry.group === shown}
            leads={collapsed || entry.entries.length === 1}
            onChoose={() => setChosen({ group: entry.group, from: present })}
          />
        ))}
      </nav>
      {section && section.entries.length > 1 && !collapsed && (
        <nav className={classes.pages} aria-label={t(`groups.${section.group}`)}>
          <div className={classes.title}>{t(`groups.${section.group}`)}</div>
          <NavigationEntries entries={section.entries} collapsed={false} />
        </nav>
      )}
    </aside>
  )
}

type RailEntryProps = { section: MenuSection; current: boolean; leads: boolean; onChoose: () => void }
function RailEntry({ section: { group, entries }, current, leads, onChoose }: RailEntryProps) {
  const { t } = useTranslation('shell')
  const [first] = entries
  if (!first) return null
  const content = (
    <>
      <EntryIcon name={first.name} className={classes.icon} />
      <span>{t(`groups.${group}`)}</span>
    </>
  )
  if (leads)
    return (
      <Link to={first.address} className={classes.entry} data-current={current || undefined}>
        {content}
      </Link>
    )
  return (
    <button
      type="button"
      className={classes.entry}
      data-current={current || undefined}
      aria-pressed={current}
      onClick={onChoose}
    >
      {content}
    </button>
  )
}

function usePresentGroup(sections: readonly MenuSection[]): MenuGroup | undefined {
  const isCurrent = useIsCurrent()
  return sections.find(({ entries }) => entries.some(isCurrent))?.group
}
