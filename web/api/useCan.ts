import { useMemo } from 'react'
import type { SessionUser } from '#contract/access/auth.ts'
import { holdsAny, ownerPermission } from '#contract/access/permissions.ts'
import type { Permissions, Verb } from '#contract/crud-permissions.ts'
import { useUser } from './session.ts'

/** Whether the user may do this to the records of a list. A list that names no permission for it does not offer it. */
export function useMay(permissions: Partial<Permissions> | undefined): (verb: Verb) => boolean {
  const can = useCan()
  return (verb) => permissions?.[verb] !== undefined && can(permissions[verb])
}

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
