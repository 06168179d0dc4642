import type { NoteKind } from '#contract/documents/notes.ts'
import type { Account } from '#ledger/account.ts'
import { sectionsOf } from '#ledger/statements/profit-and-loss.ts'
import { chartAccounts } from '#server/chart/chart-accounts.ts'
import type { Context } from '#server/core/context.ts'

/** Where a document's row stands in the books. */
export type BookedAccount = { account_id: number; role: string | null; class: string | null }

/**
 * Where a document put what it says of each product, by the product: what takes part of it back, or raises it, goes there, whatever
 * account the product names by now (ledger.md 1.7). A row that came to nothing stands nowhere; returns of sales have an account of
 * their own, of which a credit note names only what is none of the sales.
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
    // Beside what a sale brought stands what it cost; of what was bought there is the one line.
    .$if(side.name === 'sales', (query) => query.where('accounts.class', '=', 'R'))
    .execute()
  return new Map(rows.map(({ product_id, ...booked }) => [product_id as number, booked]))
}

const ofSales = new Set<string | null>(['REV_GOODS', 'REV_SRV'])

/** What was sold as other income (5.4): taken off sales, where it never was, it would leave less than nothing there. */
async function beyondSales(context: Context, booked: Map<number, BookedAccount>): Promise<Map<number, BookedAccount>> {
  const own = [...booked].filter(([, { role }]) => !ofSales.has(role))
  if (own.length === 0) return new Map()
  const sections = sectionsOf(await chartAccounts(context))
  return new Map(own.filter(([, { account_id }]) => sections.get(account_id) !== 'sales'))
}

/** That account, but of goods: stock moves only with what is in it, so it is asked of the product as it is. */
export const bookedOr = (booked: BookedAccount | null, account: Account): Account =>
  booked === null || booked.role === 'INV' ? account : booked.account_id
