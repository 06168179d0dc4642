import { defaultAssetClasses, depreciationAccount, disposalAccount } from '#ledger/defaults/default-asset-classes.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Adds the usual classes whose accounts the chart has and no class uses yet. Answers how many. */
export async function addUsualClasses({ db }: Context): Promise<number> {
  const [accounts, classes] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'number', 'class'])
      .where('type', '=', 'sub')
      .where('manual_entries', '=', true)
      .where('status', '=', 'active')
      .execute(),
    db.selectFrom('asset_classes').select('cost_account_id').execute(),
  ])
  const idOf = (number: string, of: string): number | undefined =>
    accounts.find((account) => account.number === number && account.class === of)?.id
  const [expense, disposal] = [idOf(depreciationAccount, 'X'), idOf(disposalAccount, 'R')]
  const taken = new Set(classes.map(({ cost_account_id }) => cost_account_id))
  const rows = defaultAssetClasses.flatMap(({ cost, accumulated, ...rest }) => {
    const cost_account_id = idOf(cost, 'A')
    const accumulated_account_id = accumulated === null ? null : idOf(accumulated, 'A')
    const isKnown = cost_account_id !== undefined && accumulated_account_id !== undefined && disposal !== undefined
    if (!isKnown || taken.has(cost_account_id)) return []
    if (accumulated !== null && expense === undefined) return []
    const expense_account_id = accumulated === null ? null : expense
    return [{ ...rest, cost_account_id, accumulated_account_id, expense_account_id, disposal_account_id: disposal }]
  })
  if (rows.length === 0) throw new Refusal('no_usual_classes')
  await db.insertInto('asset_classes').values(rows).execute()
  return rows.length
}
