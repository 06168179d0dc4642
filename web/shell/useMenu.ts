import { useMemo } from 'react'
import { useUser } from '../api/session.ts'
import { authorityOf } from '../api/useCan.ts'
import { type MenuSection, menuOf } from './menuOf.ts'

/** The navigation of the signed-in user. */
export function useMenu(): MenuSection[] {
  const user = useUser()
  return useMemo(() => menuOf(authorityOf(user), user.organization), [user])
}
