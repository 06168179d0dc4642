import type { Account } from '#ledger/entry.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export type Accounts = { idOf(account: Account): number }
const rememberedMaximum = 1_000

/** The organisation's accounts behind the roles and ids an entry names. */
export async function loadAccounts(context: Context): Promise<Accounts> {
  const byRole = await roleAccounts(context)
  return {
    idOf(account) {
      if (typeof account === 'number') return account
      const id = byRole.get(account)
      // Roles cannot be deleted, so this organisation was never seeded: nothing may be posted.
      if (id === undefined) throw new Refusal('onboarding_first')
      return id
    },
  }
}

async function roleAccounts({ db, session, services }: Context): Promise<ReadonlyMap<string, number>> {
  const { organization_id } = session
  const known = services.roleAccounts.get(organization_id)
  if (known) return known
  const rows = await db.selectFrom('accounts').select(['id', 'role']).where('role', 'is not', null).execute()
  const found = new Map(rows.map((row) => [row.role as string, row.id]))
  // Nothing to remember before the chart is there; and not every organisation for ever.
  if (services.roleAccounts.size >= rememberedMaximum) services.roleAccounts.clear()
  if (found.size > 0) services.roleAccounts.set(organization_id, found)
  return found
}
