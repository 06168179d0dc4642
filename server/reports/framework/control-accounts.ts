import { purchases, type Side } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'

type PartyAccounts = { control: number; advance: number; retention: number; sign: 1 | -1 }

/** The accounts that hold what the parties of a side owe, have paid ahead and keep of contracts; with their sign. */
export async function partyAccounts(context: Context, side: Side): Promise<PartyAccounts> {
  const { control, advance, retention } = ledgerSides[side.name]
  const accounts = await loadAccounts(context)
  return {
    control: accounts.idOf(control),
    advance: accounts.idOf(advance),
    retention: accounts.idOf(retention),
    sign: side.name === purchases.name ? -1 : 1,
  }
}
