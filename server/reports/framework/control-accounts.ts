import { purchases, type Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'

/** The accounts of what is owed and of what was paid ahead on a side, and which sign an amount owed has in them. */
export async function partyAccounts(
  context: Context,
  side: Side,
): Promise<{ control: number; advance: number; sign: 1 | -1 }> {
  const isPurchases = side.name === purchases.name
  const [control, advance] = isPurchases ? (['AP', 'SUPP_ADV'] as const) : (['AR', 'CUST_ADV'] as const)
  const accounts = await loadAccounts(context)
  return { control: accounts.idOf(control), advance: accounts.idOf(advance), sign: isPurchases ? -1 : 1 }
}
