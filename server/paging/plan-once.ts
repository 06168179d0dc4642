import { planFollowing } from '#server/db/tenant/verbs.ts'
import type { PageRequest } from './page-locator.ts'

/**
 * A condition that no index serves has one plan for all callers: planning it took longer than reading. Payments are excepted, because
 * their generic plan would look ids up in the index of amounts.
 */
export function planOnce({ context, list }: PageRequest): void {
  if (list.table === 'documents') planFollowing(context.db, 'once')
}
