import { lazy, Suspense } from 'react'

// Two of the six layouts have menus along the top; the others do not pay for them.
const TopMenus = lazy(async () => ({ default: (await import('./TopMenus.tsx')).TopMenus }))

/** The navigation along the top. */
export function TopNavigation() {
  return (
    <Suspense>
      <TopMenus />
    </Suspense>
  )
}
