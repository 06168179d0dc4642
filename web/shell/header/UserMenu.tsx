import { lazy, Suspense, useState } from 'react'
import { UserFace } from './UserFace.tsx'

// Rarely opened: the menu is loaded with the first press.
const OpenUserMenu = lazy(async () => ({ default: (await import('./UserMenuContent.tsx')).UserMenuContent }))

/** Who is signed in, and the way out. */
export function UserMenu() {
  const [wanted, setWanted] = useState(false)
  if (!wanted) return <UserFace onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<UserFace />}>
      <OpenUserMenu />
    </Suspense>
  )
}
