import { SideNavigation } from '../SideNavigation.tsx'
import classes from './SideColumn.module.css'
import { useCollapsed } from './useCollapsed.ts'
import { useNarrow } from './useNarrow.ts'
import { useSurface } from './useSurface.ts'

/** The side navigation: 240 px open, 80 px collapsed. */
export function SideColumn() {
  const narrow = useNarrow()
  const [collapsed] = useCollapsed()
  const surface = useSurface(classes.side)
  if (narrow) return null
  return (
    <aside {...surface} data-collapsed={collapsed || undefined}>
      <SideNavigation collapsed={collapsed} />
    </aside>
  )
}
