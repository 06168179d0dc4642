import { sql } from 'kysely'
import { purchases, sales } from '#contract/sides.ts'
import type { Context } from '#server/kit/context.ts'

export type OpenItem = {
  kind: keyof typeof sidesOf
  date: string
  due_date: string
  party_id: number
  branch_id: number
  currency_id: number
  exchange_rate: string
  amount: string
  total_base: string
  manual_entry_id?: number
}
const sidesOf = {
  opening_receivable: sales,
  opening_payable: purchases,
  journal_receivable: sales,
  journal_payable: purchases,
  opening_customer_credit: sales,
  opening_supplier_credit: purchases,
} as const

/**
 * An amount due that no document of ours made. First as a draft: its entry's lines name it, and only then, in
 * `postOpenItem`, it names its entry.
 */
export async function insertOpenItem({ db, services, session }: Context, item: OpenItem): Promise<number> {
  const { kind, date, amount, ...columns } = item
  const outOfScope = await db
    .selectFrom('taxes')
    .select('id')
    .orderBy(sql`category <> 'O'`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('documents')
    .values({
      ...columns,
      kind,
      document_date: date,
      party_kind: sidesOf[kind].party,
      tax_id: outOfScope.id,
      subtotal: amount,
      total: amount,
      net_base: item.total_base,
      state: 'draft',
      status: 'draft',
      posted_at: services.clock.now(),
      created_by: session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function postOpenItem(
  { db }: Context,
  id: number,
  { kind, number, entry_id }: { kind: OpenItem['kind']; number: string; entry_id: number | null },
): Promise<void> {
  await db
    .updateTable('documents')
    .set({ entry_id, number, state: 'posted', status: sidesOf[kind].postedStatus })
    .where('id', '=', id)
    .execute()
}

export async function voidOpenItem({ db, services }: Context, id: number): Promise<void> {
  await db
    .updateTable('documents')
    .set({ state: 'void', status: 'void', voided_at: services.clock.now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
