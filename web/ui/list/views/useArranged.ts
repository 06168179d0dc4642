import { useSyncExternalStore } from 'react'
import { useUser } from '../../../api/session.ts'
import { useListScope } from '../../list-scope/ListScope.ts'
import { type Arranged, readArranged, subscribeArranged, writeArranged } from './savedViews.ts'

/** What this person has arranged of the list around it, in this browser (decision 0092). */
export function useArranged(): [Arranged, (change: Partial<Arranged>) => void] {
  const { organization, id } = useUser()
  const { resource } = useListScope()
  const key = `mizan-list-${organization.id}-${id}-${resource.path}`
  const arranged = useSyncExternalStore(subscribeArranged, () => readArranged(key))
  return [arranged, (change) => writeArranged(key, { ...readArranged(key), ...change })]
}
