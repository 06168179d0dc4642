import { type SelectQueryBuilder, sql } from 'kysely'
import type { accountPurposes } from '#contract/chart.ts'
import type { Context } from '#server/core/context.ts'
import type { Need } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'

export type Purpose = (typeof accountPurposes)[number]
/** Receivables and payables: each line on them is an open item of a document. */
const isOpenItem = sql<boolean>`coalesce(accounts.role, '') IN ('AR', 'AP')`
const isCash = sql<boolean>`coalesce(accounts.cash_flow_tag, '') = 'cash'`
/** The accounts for transfers and write-offs, as conditions of an account. */
const fits = {
  money: sql<boolean>`accounts.class IN ('A', 'L', 'E') AND coalesce(accounts.role, '') NOT IN ('AR', 'AP', 'ECL', 'ACCDEP')`,
  given_up: sql<boolean>`NOT (${isOpenItem}) AND NOT (${isCash})`,
}
/** Whether money may move through an account at all: what is asked of a payment method's. */
export const movesMoney = sql<boolean>`(accounts.type = 'sub' AND accounts.manual_entries AND ${fits.money})`
const refusals = { money: 'no_account_of_money', given_up: 'account_of_money' } as const
type ProductAccounts = { income_account_id?: number | null | undefined; expense_account_id?: number | null | undefined }

/**
 * The sub accounts allowed for a purpose. Sales: income. Purchases: an expense or an asset, such as furniture or
 * prepaid rent, but no system account and no open items. Cash: cash and banks. A payment method may use any balance
 * sheet account without open items, such as a credit card or an owner's account. A write-off uses any account that is
 * not cash. An entry may be made on any account that the system does not post to alone.
 */
export function eligibleAccounts<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  purpose: Purpose,
): SelectQueryBuilder<Database, Tables, Row> {
  // biome-ignore lint/suspicious/noExplicitAny: whichever columns the query reads, it is one of accounts
  const subs = (query as any).where('accounts.type', '=', 'sub')
  if (purpose === 'cash') return subs.where('cash_flow_tag', '=', 'cash')
  const accounts = subs.where('accounts.manual_entries', '=', true)
  if (purpose === 'entry') return accounts
  if (purpose === 'money' || purpose === 'given_up') return accounts.where(fits[purpose])
  if (purpose === 'adjustment') return accounts.where(sql<boolean>`NOT (${isOpenItem})`)
  return purpose === 'income'
    ? accounts.where('accounts.class', '=', 'R')
    : accounts
        .where('accounts.class', 'in', ['X', 'A'])
        // biome-ignore lint/suspicious/noExplicitAny: see above
        .where((one: any) => one.or([one('role', 'is', null), one('role', 'not in', ['AR', 'ECL', 'ACCDEP'])]))
        // biome-ignore lint/suspicious/noExplicitAny: see above
        .where((one: any) => one.or([one('cash_flow_tag', 'is', null), one('cash_flow_tag', '<>', 'cash')]))
}

/** Refuses accounts that do not serve their purpose, on their fields. */
export async function requirePurposes(context: Context, body: ProductAccounts): Promise<void> {
  await requireAccountOf(context, 'income', body.income_account_id, 'income_account_id')
  await requireAccountOf(context, 'expense', body.expense_account_id, 'expense_account_id')
}

/** Refuses an account that is not active or does not serve the purpose. Without an id there is nothing to refuse. */
export async function requireAccountOf(
  { db }: Context,
  purpose: Purpose,
  id: number | null | undefined,
  field: string,
): Promise<void> {
  if (!id) return
  const query = db.selectFrom('accounts').select('accounts.id').where('accounts.id', '=', id)
  const found = await eligibleAccounts(query.where('status', '=', 'active'), purpose).executeTakeFirst()
  if (!found) throw new Refusal('account_not_for_this', { field })
}

/** Which purpose an account was named for, and whether it serves it. Undefined where none is named or there is none. */
export type PurposeOfAccount = { purpose: keyof typeof fits; row: { is_open_item: boolean; fits: boolean } | undefined }

/** Whether an account serves a purpose. */
export const purposeOfAccount = (
  purpose: keyof typeof fits,
  id: number | null | undefined,
): Need<PurposeOfAccount> => ({
  load: async ({ db }) => {
    if (id == null) return { purpose, row: undefined }
    const account = db
      .selectFrom('accounts')
      .select([isOpenItem.as('is_open_item'), fits[purpose].as('fits')])
      .where('id', '=', id)
    return { purpose, row: await account.executeTakeFirst() }
  },
})

/**
 * Refuses an account that money cannot move through (payment method), or that cannot take a write-off: a balance of a
 * control account without an open item would be owed by no party. Existence is checked elsewhere.
 */
export function requirePurposeOf({ purpose, row }: PurposeOfAccount, field = 'account_id'): void {
  if (row?.is_open_item) throw new Refusal('control_account', { field })
  if (row && !row.fits) throw new Refusal(refusals[purpose], { field })
}

/** The same for a rule that is not planned. */
export async function requirePurpose(
  context: Context,
  purpose: keyof typeof fits,
  id: number | null | undefined,
  field = 'account_id',
): Promise<void> {
  requirePurposeOf(await purposeOfAccount(purpose, id).load(context), field)
}
