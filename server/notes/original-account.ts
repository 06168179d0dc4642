import type { NoteKind } from '#contract/documents/notes.ts'
import type { Account } from '#ledger/account.ts'
import { sectionsOf } from '#ledger/statements/profit-and-loss.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'

/** The account of a document's row in the books. */
export type BookedAccount = { account_id: number; role: string | null; class: string | null }

/**
 * The accounts of a document by product. A note that lowers or raises the document posts there, even if the product
 * names another account now (accounting rule 1.7). A row worth zero has no line; returns of sales have an account of
 * their own, so a credit note only uses accounts outside of sales.
 */
export async function bookedAccounts(
  context: Context,
  kind: NoteKind,
  id: number,
): Promise<Map<number, BookedAccount>> {
  const booked = await bookedIn(context, kind, id)
  return kind.name === 'credit_note' ? beyondSales(context, booked) : booked
}

async function bookedIn({ db }: Context, { side }: NoteKind, id: number): Promise<Map<number, BookedAccount>> {
  const rows = await db
    .selectFrom('documents')
    .innerJoin('journal_lines as line', 'line.entry_id', 'documents.entry_id')
    .innerJoin('accounts', 'accounts.id', 'line.account_id')
    .select(['line.product_id', 'line.account_id', 'accounts.role', 'accounts.class'])
    .where('documents.id', '=', id)
    .where('line.product_id', 'is not', null)
    // A sale has a line of income and one of cost; a purchase has one line.
    .$if(side.name === 'sales', (query) => query.where('accounts.class', '=', 'R'))
    .execute()
  return new Map(rows.map(({ product_id, ...booked }) => [product_id as number, booked]))
}

const ofSales = new Set<string | null>(['REV_GOODS', 'REV_SRV'])

/** Other income (5.4): deducting it from sales, which never included it, would make them negative. */
async function beyondSales(context: Context, booked: Map<number, BookedAccount>): Promise<Map<number, BookedAccount>> {
  const own = [...booked].filter(([, { role }]) => !ofSales.has(role))
  if (own.length === 0) return new Map()
  const sections = sectionsOf(await chartAccounts(context))
  return new Map(own.filter(([, { account_id }]) => sections.get(account_id) !== 'sales'))
}

/** That account, except for goods: stock moves only for stocked products, so the product's present state decides. */
export const bookedOr = (booked: BookedAccount | null, account: Account): Account =>
  booked === null || booked.role === 'INV' ? account : booked.account_id
