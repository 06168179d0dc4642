import { type Entry, reverse } from '#ledger/entry.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { loadAccounts } from './accounts.ts'
import type { Period } from './periods.ts'
import { type EntryHead, post } from './post.ts'

/**
 * Posts the mirror of an entry, on the entry's own date unless another is given; a second reversal of the same entry
 * is impossible.
 */
export async function reverseEntry(
  context: Context,
  period: Period,
  entryId: number,
  sourceRevision: number,
  said: Said = {},
): Promise<number | null> {
  return postReversal(context, period, await readReversed(context, entryId), sourceRevision, said)
}

/** `id`: where whoever reverses has already said which entry it will be. */
type Said = { id?: number; date?: string; reason?: string | null | undefined }
export type Reversed = Awaited<ReturnType<typeof readReversed>>

/** All that the mirror of an entry is made from. */
export async function readReversed(context: Context, entryId: number) {
  const [head, entry, accounts] = await Promise.all([
    headOf(context, entryId),
    loadEntry(context, entryId),
    loadAccounts(context),
  ])
  return { entryId, head, entry, accounts }
}

/** Sent without waiting for anything. */
export function postReversal(
  context: Context,
  period: Period,
  { entryId, head, entry, accounts }: Reversed,
  sourceRevision: number,
  said: Said = {},
): Promise<number | null> {
  return post(
    context,
    period,
    {
      ...(said.id !== undefined && { id: said.id }),
      date: said.date ?? head.entry_date,
      kind: head.kind as EntryHead['kind'],
      source: head.source,
      source_id: head.source_id,
      source_revision: sourceRevision,
      reverses_id: entryId,
      description: said.reason ?? head.description,
    },
    reverse(entry),
    accounts,
  )
}

const headOf = ({ db }: Context, entryId: number) =>
  db
    .selectFrom('journal_entries')
    .select(['entry_date', 'kind', 'source', 'source_id', 'description'])
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow()

/** A posted entry as the ledger spells it. */
export async function loadEntry({ db }: Context, entryId: number): Promise<Entry> {
  const [lines, taxes] = await Promise.all([
    db.selectFrom('journal_lines').selectAll().where('entry_id', '=', entryId).orderBy('line_number').execute(),
    db.selectFrom('tax_entries').selectAll().where('entry_id', '=', entryId).orderBy('line_number').execute(),
  ])
  return {
    lines: lines.map((line) => ({
      account: line.account_id,
      branch_id: line.branch_id,
      cost_center_id: line.cost_center_id,
      party:
        line.party_id === null
          ? null
          : { kind: line.party_kind === 'customer' ? 'customer' : 'supplier', id: line.party_id },
      debit: decimal(line.debit),
      credit: decimal(line.credit),
      currency_id: line.currency_id,
      amount_currency: decimal(line.amount_currency),
      tax_id: line.tax_id,
      document_id: line.document_id,
      product_id: line.product_id,
      description: line.description,
    })),
    taxes: taxes.map((tax) => ({
      tax_id: tax.tax_id,
      box: tax.box,
      sign: tax.sign === 1 ? 1 : -1,
      base: decimal(tax.base),
      tax: decimal(tax.tax),
      is_adjustment: tax.is_adjustment,
      branch_id: tax.branch_id,
    })),
  }
}
