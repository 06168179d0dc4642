import { sql } from 'kysely'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The product form has no branch: stock is one pool of the organization, posted on its first active branch. */
export const firstBranch: Need<number | undefined> = {
  load: async ({ db }) => {
    const isInactive = sql<boolean>`status <> 'active'`
    const branches = db.selectFrom('branches').select('id').orderBy(isInactive).orderBy('id')
    return (await branches.limit(1).executeTakeFirst())?.id
  },
}

export function requireBranch(id: number | undefined): number {
  if (id === undefined) throw new Refusal('onboarding_first')
  return id
}
