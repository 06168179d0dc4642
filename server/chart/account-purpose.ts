import type { SelectQueryBuilder } from 'kysely'
import type { accountPurposes } from '#contract/chart.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'

export type Purpose = (typeof accountPurposes)[number]
type Named = { income_account_id?: number | null | undefined; expense_account_id?: number | null | undefined }

/**
 * The sub accounts that may be chosen for a purpose: sales are income; what is bought is an expense or an asset, such as
 * furniture or rent paid ahead, but none that the system alone posts to and no open item of a party; money lies in cash and banks.
 */
export function chosenFor<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  purpose: Purpose,
): SelectQueryBuilder<Database, Tables, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: whichever columns the query reads, it is one of accounts
  const subs = (query as any).where('accounts.type', '=', 'sub')
  if (purpose === 'cash') return subs.where('cash_flow_tag', '=', 'cash')
  const accounts = subs.where('accounts.manual_entries', '=', true)
  return purpose === 'income'
    ? accounts.where('accounts.class', '=', 'R')
    : accounts
        .where('accounts.class', 'in', ['X', 'A'])
        // biome-ignore lint/suspicious/noExplicitAny: see above
        .where((one: any) => one.or([one('role', 'is', null), one('role', 'not in', ['AR', 'ECL', 'ACCDEP'])]))
        // biome-ignore lint/suspicious/noExplicitAny: see above
        .where((one: any) => one.or([one('cash_flow_tag', 'is', null), one('cash_flow_tag', '<>', 'cash')]))
}

/** Refuses an account that does not serve its purpose, on its field. */
export async function requirePurposes({ db }: Context, body: Named): Promise<void> {
  const wanted = { income_account_id: 'income', expense_account_id: 'expense' } as const
  for (const [field, purpose] of Object.entries(wanted) as [keyof Named, Purpose][]) {
    const id = body[field]
    if (!id) continue
    const query = db.selectFrom('accounts').select('accounts.id').where('accounts.id', '=', id)
    const found = await chosenFor(query.where('status', '=', 'active'), purpose).executeTakeFirst()
    if (!found) throw new Refusal('account_not_for_this', { field })
  }
}
