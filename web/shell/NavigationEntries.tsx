import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import { EntryIcon } from './EntryIcon.tsx'
import type { MenuEntry } from './menuOf.ts'
import classes from './SideNavigation.module.css'
import { useIsCurrent } from './useIsCurrent.ts'

type NavigationEntriesProps = { entries: readonly MenuEntry[]; collapsed: boolean; onFollow?: (() => void) | undefined }

/** Entries of the navigation, one below the other. */
export function NavigationEntries({ entries, collapsed, onFollow }: NavigationEntriesProps) {
  const { t } = useTranslation('shell')
  const isCurrent = useIsCurrent()
  return entries.map((entry) => (
    <Tooltip key={entry.address} label={collapsed ? t(`pages.${entry.name}`) : undefined} position="right">
      <Link
        to={entry.address}
        className={classes.entry}
        data-current={isCurrent(entry) || undefined}
        onClick={onFollow}
      >
        <EntryIcon name={entry.name} className={classes.icon} />
        <span className={classes.name}>{t(`pages.${entry.name}`)}</span>
      </Link>
    </Tooltip>
  ))
}
