import type { Account } from '#ledger/entry.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export type Accounts = { idOf(account: Account): number }

/** The organisation's accounts behind the roles and ids an entry names. */
export async function resolveAccounts({ db }: Context, wanted: readonly Account[]): Promise<Accounts> {
  const roles = [...new Set(wanted.filter((account) => typeof account === 'string'))]
  const rows =
    roles.length === 0
      ? []
      : await db.selectFrom('accounts').select(['id', 'role']).where('role', 'in', roles).execute()
  const byRole = new Map(rows.map((row) => [row.role, row.id]))
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
