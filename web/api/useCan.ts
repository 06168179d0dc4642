import { useMemo } from 'react'
import type { SessionUser } from '#contract/access/auth.ts'
import { holdsAny, ownerPermission } from '#contract/access/permissions.ts'
import { useUser } from './session.ts'

/** Whether the user has at least one of the permissions. Owners have all. */
export function useCan(): (...wanted: readonly string[]) => boolean {
  const user = useUser()
  return useMemo(() => {
    const authority = authorityOf(user)
    return (...wanted) => holdsAny(authority, wanted)
  }, [user])
}

export const authorityOf = (user: SessionUser): ReadonlySet<string> =>
  new Set(user.is_owner ? [...user.authority, ownerPermission] : user.authority)
