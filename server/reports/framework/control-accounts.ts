import { purchases, type Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'

/** The control and advance accounts of a side, with their signs. */
export async function partyAccounts(
  context: Context,
  side: Side,
): Promise<{ control: number; advance: number; sign: 1 | -1 }> {
  const isPurchases = side.name === purchases.name
  const [control, advance] = isPurchases ? (['AP', 'SUPP_ADV'] as const) : (['AR', 'CUST_ADV'] as const)
  const accounts = await loadAccounts(context)
  return { control: accounts.idOf(control), advance: accounts.idOf(advance), sign: isPurchases ? -1 : 1 }
}
