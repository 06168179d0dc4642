import { useTranslation } from 'react-i18next'
import IconFold from '~icons/tabler/chevron-down'
import { isShownAtFirst, type MenuEntry, type MenuSection } from './menuOf.ts'
import { NavigationEntries } from './NavigationEntries.tsx'
import classes from './SideNavigation.module.css'
import { settingsFoldOf, type useFoldedGroups } from './useFoldedGroups.ts'
import { useIsCurrent } from './useIsCurrent.ts'

type NavigationGroupProps = {
  section: MenuSection
  folds: ReturnType<typeof useFoldedGroups>
  collapsed: boolean
  onFollow?: (() => void) | undefined
}

/** One group of the navigation, and below its divider what is arranged once. Both fold, and keep the current page in sight. */
export function NavigationGroup({ section: { group, entries }, folds, collapsed, onFollow }: NavigationGroupProps) {
  const { t } = useTranslation('shell')
  const isCurrent = useIsCurrent()
  // Home, reports and settings belong to no group.
  const isNamed = group !== 'main' && group !== 'other'
  const isFolded = isNamed && !collapsed && folds.isFolded(group)
  const settingsFold = settingsFoldOf(group)
  const areSettingsFolded = folds.isFolded(settingsFold)
  const shownOf = (some: readonly MenuEntry[], folded: boolean) => (folded ? some.filter(isCurrent) : some)
  const daily = entries.filter(isShownAtFirst)
  const settings = entries.filter((entry) => !isShownAtFirst(entry))
  const list = { collapsed, onFollow }
  return (
    <div className={classes.section}>
      {isNamed &&
        (collapsed ? (
          <div className={classes.group}>{t(`groups.${group}`)}</div>
        ) : (
          <FoldButton name={t(`groups.${group}`)} folded={isFolded} onPress={() => folds.toggle(group)} />
        ))}
      <NavigationEntries {...list} entries={shownOf(daily, isFolded)} />
      {settings.length > 0 && !isFolded && (
        <FoldButton
          divider
          name={t('groups.settings_divider')}
          folded={areSettingsFolded}
          onPress={() => folds.toggle(settingsFold)}
        />
      )}
      <NavigationEntries {...list} entries={shownOf(settings, isFolded || areSettingsFolded)} />
    </div>
  )
}

type FoldButtonProps = { name: string; folded: boolean; divider?: true; onPress: () => void }
function FoldButton({ name, folded, divider, onPress }: FoldButtonProps) {
  return (
    <button
      type="button"
      className={classes.group}
      data-divider={divider}
      aria-label={name}
      aria-expanded={!folded}
      onClick={onPress}
    >
      <span className={classes.name}>{name}</span>
      <IconFold className={classes.fold} data-folded={folded || undefined} aria-hidden />
    </button>
  )
}
