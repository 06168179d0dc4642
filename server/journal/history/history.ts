import { sql } from 'kysely'
import type { AttachmentSource } from '#contract/attachments.ts'
import type { JournalSource } from '#contract/history.ts'
import type { Context } from '#server/core/context.ts'
import { isKept, isTransferOfKeeper } from '#server/core/kept-places.ts'
import { Refusal } from '#server/core/refusal.ts'
import { entryKindLabel } from './entry-label.ts'

type HistorySource = {
  table:
    | 'documents'
    | 'payments'
    | 'manual_entries'
    | 'stock_counts'
    | 'fx_revaluations'
    | 'set_offs'
    | 'assets'
    | 'orders'
    | 'goods_notes'
    | 'stock_transfers'
    | 'zakat_adjustments'
  kind?: string
}
/** The table of each record; several kinds share one. */
const kept: Record<AttachmentSource['name'], HistorySource> = {
  quotation: { table: 'orders', kind: 'quotation' },
  sales_order: { table: 'orders', kind: 'sales_order' },
  purchase_order: { table: 'orders', kind: 'purchase_order' },
  invoice: { table: 'documents', kind: 'invoice' },
  advance_invoice: { table: 'documents', kind: 'advance_invoice' },
  bill: { table: 'documents', kind: 'bill' },
  credit_note: { table: 'documents', kind: 'credit_note' },
  debit_note: { table: 'documents', kind: 'debit_note' },
  supplier_credit: { table: 'documents', kind: 'supplier_credit' },
  customs_declaration: { table: 'documents', kind: 'customs_declaration' },
  opening_customer_credit: { table: 'documents', kind: 'opening_customer_credit' },
  opening_supplier_credit: { table: 'documents', kind: 'opening_supplier_credit' },
  income_payment: { table: 'payments', kind: 'income' },
  expense_payment: { table: 'payments', kind: 'expense' },
  journal_entry: { table: 'manual_entries' },
  set_off: { table: 'set_offs' },
  asset: { table: 'assets' },
  delivery_note: { table: 'goods_notes', kind: 'delivery_note' },
  goods_receipt: { table: 'goods_notes', kind: 'goods_receipt' },
  stock_count: { table: 'stock_counts' },
  stock_transfer: { table: 'stock_transfers' },
  fx_revaluation: { table: 'fx_revaluations' },
  zakat_adjustment: { table: 'zakat_adjustments' },
}

/** What a keeper sees only of his places. */
const ofPlaces: readonly HistorySource['table'][] = ['stock_counts', 'goods_notes']

/** Refuses what is no record of this kind, a stranger's as well. */
export async function requireRecord({ db, session }: Context, { name }: AttachmentSource, id: number): Promise<void> {
  const { table, kind } = kept[name]
  let query = db
    .selectFrom(table as 'documents')
    .select('id')
    .where('id', '=', id)
  // Only the tables that several kinds share have the column.
  if (kind) query = query.where('kind', '=', kind)
  if (ofPlaces.includes(table)) query = query.where(isKept(session, `${table}.place_id`))
  if (table === 'stock_transfers') query = query.where(isTransferOfKeeper(session))
  if (!(await query.executeTakeFirst())) throw new Refusal('not_found')
}

/** The entries of a record, with the corrections that reversed and replaced them. */
export async function entriesOf(context: Context, source: JournalSource, id: number) {
  await requireRecord(context, source, id)
  const { db } = context
  const entries = await db
    .selectFrom('journal_entries as entry')
    .leftJoin('users', 'users.id', 'entry.posted_by')
    .leftJoin('journal_entries as original', 'original.id', 'entry.reverses_id')
    .leftJoin('journal_entries as reversal', 'reversal.reverses_id', 'entry.id')
    .select([
      'entry.id',
      'entry.entry_number',
      'entry.entry_date',
      'entry.kind',
      'entry.source',
      'entry.description',
      'entry.posted_at',
    ])
    .select(['users.name as posted_by'])
    .select(['original.entry_number as reverses', 'reversal.entry_number as reversed_by'])
    .where('entry.source', 'in', [...source.sources])
    .where('entry.source_id', '=', id)
    .orderBy('entry.id')
    .execute()
  if (entries.length === 0) return []
  const lines = await linesOf(
    context,
    entries.map((entry) => entry.id),
  )
  return entries.map((entry) => ({
    ...entry,
    called: entryKindLabel(entry),
    lines: lines.filter((line) => line.entry_id === entry.id),
  }))
}

const linesOf = ({ db }: Context, entryIds: readonly number[]) =>
  db
    .selectFrom('journal_lines as line')
    .innerJoin('accounts', 'accounts.id', 'line.account_id')
    .innerJoin('branches', 'branches.id', 'line.branch_id')
    .innerJoin('currencies', 'currencies.id', 'line.currency_id')
    .leftJoin('parties', 'parties.id', 'line.party_id')
    .select([
      'line.entry_id',
      'line.line_number',
      'line.account_id',
      'line.debit',
      'line.credit',
      'line.amount_currency',
    ])
    .select(['accounts.number as account_number', 'accounts.name', 'accounts.name_en'])
    .select(['branches.name as branch', 'branches.name_en as branch_en'])
    .select(['parties.name as party', 'parties.name_en as party_en'])
    .select(['currencies.code as currency_code', 'currencies.decimals as currency_decimals'])
    .where('line.entry_id', 'in', [...entryIds])
    .orderBy('line.entry_id')
    .orderBy('line.line_number')
    .execute()

/** The versions of a record before each correction, latest first. */
export async function revisionsOf(context: Context, source: JournalSource, id: number) {
  await requireRecord(context, source, id)
  const { db, session } = context
  if (kept[source.name].table === 'documents')
    return db
      .selectFrom('document_revisions as kept')
      .leftJoin('users', 'users.id', 'kept.revised_by')
      .select(['kept.revision', 'kept.revised_at', 'kept.body', 'users.name as revised_by'])
      .where('kept.document_id', '=', id)
      .orderBy('kept.revision', 'desc')
      .execute()
  const { rows } = await sql`
    SELECT kept.revision, kept.revised_at, kept.body, users.name AS revised_by FROM source_revisions AS kept
    LEFT JOIN users ON users.organization_id = kept.organization_id AND users.id = kept.revised_by
    WHERE kept.organization_id = ${session.organization_id} AND kept.source = ANY (${[...source.sources]}::text[]) AND kept.source_id = ${id}
    ORDER BY kept.revision DESC`.execute(db)
  return rows
}
