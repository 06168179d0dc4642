import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import type { Listing } from '#server/resource/list.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'
import { movesMoney, requirePurpose } from './eligible-accounts.ts'

export const paymentMethodListing: Listing = {
  table: 'payment_methods',
  from: (db) => db.selectFrom('payment_methods').innerJoin('accounts', 'accounts.id', 'payment_methods.account_id'),
  select: (query) =>
    query
      .selectAll('payment_methods')
      .select(movesMoney.as('moves_money'))
      .select(
        sql`json_build_object('id', accounts.id, 'name', accounts.number || ' ' || accounts.name, 'name_en', accounts.number || ' ' || accounts.name_en)`.as(
          'account',
        ),
      ),
  sort: { account: 'accounts.number' },
}

type Body = { account_id: number; status: string; version?: number } & Record<string, unknown>

/** Money moves through a sub account of the balance sheet, never through income, expense or what parties owe. */
async function columnsOf(context: Context, { version: _, ...columns }: Body, stored: number | null) {
  await requireRows(context.db, {
    account_id: ['accounts', columns.account_id as number, { type: 'sub', manual_entries: true }, stored],
  })
  await requirePurpose(context, 'money', columns.account_id as number)
  return columns
}

export async function createPaymentMethod(context: Context, body: Body): Promise<number> {
  return insertRow(context.db, 'payment_methods', await columnsOf(context, body, null))
}

export async function updatePaymentMethod(context: Context, id: number, body: Body): Promise<void> {
  const columns = await columnsOf(context, body, await keptAccount(context, id, body))
  await updateRow(context.db, 'payment_methods', id, columns, body.version)
}

/** What it is bound to already, in use or not; one that comes back into use names an account that is. */
async function keptAccount({ db }: Context, id: number, { status }: Body): Promise<number | null> {
  const stored = await db
    .selectFrom('payment_methods')
    .select(['account_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return !stored || (status === 'active' && stored.status !== 'active') ? null : stored.account_id
}
