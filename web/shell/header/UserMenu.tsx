import { lazy, Suspense, useState } from 'react'
import { UserFace } from './UserFace.tsx'

// Rarely opened: the menu is loaded with the first press.
const OpenUserMenu = lazy(async () => ({ default: (await import('./UserMenuContent.tsx')).UserMenuContent }))

/** The signed-in user, and the way to sign out. */
export function UserMenu() {
  const [wanted, setWanted] = useState(false)
  if (!wanted) return <UserFace onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<UserFace />}>
      <OpenUserMenu />
    </Suspense>
  )
}
