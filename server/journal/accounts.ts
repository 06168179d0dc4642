import type { Account } from '#ledger/entry.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type Accounts = {
  idOf(account: Account): number
  /** Decimals of a currency: no amount of the books is finer. */
  decimalsOf(currencyId: number): number
}
/** Data that every posting of an organisation needs and that never changes. */
type PostingFacts = NonNullable<ReturnType<Context['services']['postingFacts']['get']>>
const rememberedMaximum = 1_000

/** The organisation's accounts by the roles and ids that an entry names. */
export async function loadAccounts(context: Context): Promise<Accounts> {
  const { roles, decimals } = await postingFacts(context)
  return {
    decimalsOf: (currencyId) => decimals.get(currencyId) as number,
    idOf(account) {
      if (typeof account === 'number') return account
      const id = roles.get(account)
      // Roles cannot be deleted, so this organisation was never seeded: nothing may be posted.
      if (id === undefined) throw new Refusal('onboarding_first')
      return id
    },
  }
}

async function postingFacts({ db, session, services }: Context): Promise<PostingFacts> {
  const { organization_id } = session
  const known = services.postingFacts.get(organization_id)
  if (known) return known
  const [rows, currencies] = await Promise.all([
    db.selectFrom('accounts').select(['id', 'role']).where('role', 'is not', null).execute(),
    db.selectFrom('currencies').select(['id', 'decimals']).execute(),
  ])
  const roles = new Map(rows.map((row) => [row.role as string, row.id]))
  const found = { roles, decimals: new Map(currencies.map(({ id, decimals }) => [id, decimals])) }
  // Nothing to remember before the chart is there; and not every organisation for ever.
  if (services.postingFacts.size >= rememberedMaximum) services.postingFacts.clear()
  if (roles.size > 0) services.postingFacts.set(organization_id, found)
  return found
}
