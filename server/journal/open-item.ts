import { sql } from 'kysely'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { Context } from '#server/core/context.ts'

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

/** The stored form of an item: its document and its entry. NULL if its base amount is zero. */
export type PostedItem = OpenItem & { id: number; entry_id: number | null; number: string }

/**
 * Open items without a document, in one statement however many. They are inserted before their entries, whose lines refer to them; their own references to the entries are checked at the commit.
 */
export async function insertOpenItems({ db, services, session }: Context, items: readonly PostedItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ date, amount, ...item }) => {
    const { party, postedStatus } = sidesOf[item.kind]
    return { ...item, document_date: date, total: amount, party_kind: party, status: postedStatus }
  })
  const organization = session.organization_id
  await sql`
    INSERT INTO documents (organization_id, id, kind, number, document_date, due_date, party_kind, party_id, branch_id, currency_id, exchange_rate,
      tax_id, subtotal, total, net_base, total_base, manual_entry_id, state, status, entry_id, posted_at, created_by)
    SELECT ${organization}, item.id, item.kind, item.number, item.document_date, item.due_date, item.party_kind, item.party_id, item.branch_id,
      item.currency_id, item.exchange_rate, tax.id, item.total, item.total, item.total_base, item.total_base, item.manual_entry_id, 'posted', item.status,
      item.entry_id, ${services.clock.now()}::timestamptz, ${session.user_id}::bigint
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS item (id bigint, kind text, number text, document_date date, due_date date, party_kind text,
      party_id bigint, branch_id bigint, currency_id bigint, exchange_rate numeric, total numeric, total_base numeric, manual_entry_id bigint,
      status text, entry_id bigint)
    CROSS JOIN (SELECT id FROM taxes WHERE organization_id = ${organization} ORDER BY category <> 'O', id LIMIT 1) AS tax`.execute(
    db,
  )
}

/** Voided: the caller that posted their entries reverses them. */
export async function voidOpenItems({ db, services }: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('documents')
    .set({ state: 'void', status: 'void', voided_at: services.clock.now(), version: sql`version + 1` })
    .where('id', '=', sql<number>`ANY (${[...ids]}::bigint[])`)
    .execute()
}
