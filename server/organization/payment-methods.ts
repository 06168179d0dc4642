import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import type { Listing } from '#server/resource/list.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'
import { movesMoney, requirePurpose } from './eligible-accounts.ts'

const named = (account: 'accounts' | 'outgoing') => {
  const [id, number, name, name_en] = ['id', 'number', 'name', 'name_en'].map((column) =>
    sql.ref(`${account}.${column}`),
  )
  return sql`json_build_object('id', ${id}, 'name', ${number} || ' ' || ${name}, 'name_en', ${number} || ' ' || ${name_en})`
}

export const paymentMethodListing: Listing = {
  table: 'payment_methods',
  from: (db) =>
    db
      .selectFrom('payment_methods')
      .innerJoin('accounts', 'accounts.id', 'payment_methods.account_id')
      .leftJoin('accounts as outgoing', 'outgoing.id', 'payment_methods.outgoing_account_id'),
  select: (query) =>
    query
      .selectAll('payment_methods')
      .select(movesMoney.as('moves_money'))
      .select([
        named('accounts').as('account'),
        sql`CASE WHEN outgoing.id IS NOT NULL THEN ${named('outgoing')} END`.as('outgoing_account'),
      ]),
  sort: { account: 'accounts.number' },
}

type Body = { account_id: number; outgoing_account_id?: number | null; status: string; version?: number } & Record<
  string,
  unknown
>

const bound = ['account_id', 'outgoing_account_id'] as const
type Bound = Partial<Record<(typeof bound)[number], number | null>>

/** Money moves through a sub account of the balance sheet, never through income, expense or what parties owe; so does what leaves. */
async function columnsOf(context: Context, { version: _, ...columns }: Body, stored: Bound) {
  const accountFilter = { type: 'sub', manual_entries: true } as const
  await requireRows(context.db, {
    account_id: ['accounts', columns.account_id, accountFilter, stored.account_id ?? null],
    outgoing_account_id: ['accounts', columns.outgoing_account_id, accountFilter, stored.outgoing_account_id ?? null],
  })
  for (const field of bound) await requirePurpose(context, 'money', columns[field], field)
  return columns
}

export async function createPaymentMethod(context: Context, body: Body): Promise<number> {
  return insertRow(context.db, 'payment_methods', await columnsOf(context, body, {}))
}

export async function updatePaymentMethod(context: Context, id: number, body: Body): Promise<void> {
  const columns = await columnsOf(context, body, await storedAccounts(context, id, body))
  await updateRow(context.db, 'payment_methods', id, columns, body.version)
}

/** The present account may be inactive. A method that is activated again needs active accounts. */
async function storedAccounts({ db }: Context, id: number, { status }: Body): Promise<Bound> {
  const stored = await db
    .selectFrom('payment_methods')
    .select(['account_id', 'outgoing_account_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return !stored || (status === 'active' && stored.status !== 'active') ? {} : stored
}
