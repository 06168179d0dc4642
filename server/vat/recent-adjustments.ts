import type { Context } from '#server/core/context.ts'

export async function recentAdjustments({ db }: Context) {
  const rows = await db
    .selectFrom('tax_adjustments')
    .innerJoin('accounts', 'accounts.id', 'tax_adjustments.account_id')
    .select(['tax_adjustments.id', 'adjustment_date', 'direction', 'amount', 'reason', 'state', 'account_id'])
    .select(['accounts.number', 'accounts.name', 'accounts.name_en'])
    .orderBy('adjustment_date', 'desc')
    .orderBy('tax_adjustments.id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ account_id, number, name, name_en, ...row }) => ({
    ...row,
    account: { id: account_id, number, name, name_en },
  }))
}
