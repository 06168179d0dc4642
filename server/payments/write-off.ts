import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { relief } from '#ledger/allocation.ts'
import type { Account } from '#ledger/entry.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import { writeOffEntry } from '#ledger/posting/write-off.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { lockPeriod, type Period, requireUnmovedDate } from '#server/journal/periods.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { requirePurpose } from '#server/organization/eligible-accounts.ts'
import { requireAvailableOn } from './availability-over-time.ts'
import { resolveReversalDate } from './reversal-date.ts'
import { activeAllocations, undoAllocations } from './reverse-allocations.ts'
import { type LockedDocument, lockDocuments } from './settle.ts'
import { writeAllocations } from './write-allocations.ts'

export type WriteOffAsk = {
  write_off_date: string
  amount: string
  reason: string
  account_id?: number | null | undefined
  version?: number | undefined
}

/** Writes off what is open on a document (V41): bad debt unless another account is named. VAT is not changed. */
export async function writeOff(context: Context, side: Side, id: number, ask: WriteOffAsk): Promise<void> {
  const glimpsed = await glance(context, side, id)
  if (ask.write_off_date < glimpsed.document_date) throw new Refusal('date_before_source', { field: 'write_off_date' })
  if (ask.write_off_date > context.today) throw new Refusal('date_in_future', { field: 'write_off_date' })
  await requireRows(context.db, {
    account_id: ['accounts', ask.account_id, { postable: true, manual_entries: true }, null],
  })
  await requirePurpose(context, 'given_up', ask.account_id)
  const period = await lockPeriod(context, ask.write_off_date, 'write_off_date', side.name)
  const documents = await lockDocuments(context, [id])
  const document = documents.get(id) as LockedDocument
  requireUnmovedDate(glimpsed.document_date, document.date)
  const stored = await lockedRow(context, id)
  if (ask.version !== undefined && ask.version !== stored.version) throw new Refusal('stale_version')
  if (document.state !== 'posted') throw new Refusal('document_not_posted')
  requireCurrencyPrecision(await loadAccounts(context), document.currency_id, { amount: ask.amount })
  if (decimal(ask.amount).gt(decimal(document.total).minus(document.settled)))
    throw new Refusal('exceeds_remaining', { field: 'amount' })
  const taken = { document, amount: ask.amount, day: ask.write_off_date }
  await requireAvailableOn(context, { field: 'write_off_date', rows: [taken] })
  const account: Account = ask.account_id ?? (side.name === 'sales' ? 'BAD_DEBT' : 'ROUNDING')
  await giveUp(context, side, document, period, { ...ask, account })
}

type Given = { write_off_date: string; amount: string; reason: string | null; account: Account; payment_id?: number }

/** Stores it for a locked document, and posts it. */
export async function giveUp(
  context: Context,
  side: Side,
  document: LockedDocument,
  period: Period,
  ask: Given,
): Promise<void> {
  const { id } = document
  const { entry, amount_base } = posting(context, side, document, ask)
  // A second write-off on the same day is another revision of the document.
  const { revision } = await context.db
    .updateTable('documents')
    .set({ revision: sql`revision + 1`, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const head = { source: 'write_off', source_id: id, source_revision: revision, date: ask.write_off_date }
  const entry_id = await post(context, period, { ...head, kind: 'allocation', description: ask.reason }, entry)
  const write_off_id = await insertWriteOff(context, id, ask, amount_base, entry_id)
  const allocation = {
    document_id: id,
    branch_id: document.branch_id,
    amount: decimal(ask.amount),
    carrying_base: amount_base,
    source_base: amount_base,
    fx_base: zero,
    allocation_date: ask.write_off_date,
    waits: false,
  }
  const source = { write_off_id, payment_revision: 1 }
  await writeAllocations(context, side, source, [allocation], new Map([[id, document]]), () => entry_id)
}

/** A write-off removes the carrying amount from the control account. */
function posting({ session }: Context, side: Side, document: LockedDocument, ask: Given) {
  const { currency_id, decimals } = session.organization
  const relieved = { whole: document.total, base: document.total_base }
  const taken = { taken: document.settled, taken_base: document.settled_base }
  const amount_base = relief({ ...relieved, ...taken }, ask.amount, decimals)
  const entry = writeOffEntry(ledgerSides[side.name], {
    branch_id: document.branch_id,
    party_id: document.party_id,
    currency_id: document.currency_id === currency_id ? null : document.currency_id,
    document_id: document.id,
    amount: ask.amount,
    amount_base,
    account: ask.account,
  })
  return { entry, amount_base }
}

async function insertWriteOff(
  context: Context,
  document_id: number,
  { write_off_date, amount, reason, account, payment_id }: Given,
  amount_base: Decimal,
  entry_id: number | null,
): Promise<number> {
  const account_id = (await loadAccounts(context)).idOf(account)
  const { id } = await context.db
    .insertInto('write_offs')
    .values({
      ...{ document_id, write_off_date, amount, reason, account_id, entry_id, payment_id: payment_id ?? null },
      amount_base: text(amount_base),
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type WriteOff = Awaited<ReturnType<typeof standingWriteOffs>>[number]
/** The active write-offs of a document, the latest first. */
export const standingWriteOffs = ({ db }: Context, document_id: number) =>
  db
    .selectFrom('write_offs')
    .select(['id', 'write_off_date', 'amount', 'reason', 'account_id'])
    .where('document_id', '=', document_id)
    .where('state', '=', 'posted')
    .orderBy('write_off_date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Reverses a write-off on its own day, or on a later one: from then on the document is open again. */
export async function voidWriteOff(
  context: Context,
  side: Side,
  documentId: number,
  id: number,
  asked?: string | null,
): Promise<void> {
  const { db } = context
  const row = await db
    .selectFrom('write_offs')
    .selectAll()
    .where('id', '=', id)
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await glance(context, side, row.document_id)
  const date = resolveReversalDate(context, row.write_off_date, asked)
  const period = await lockPeriod(context, date, 'date', side.name)
  const documents = await lockDocuments(context, [row.document_id])
  await takeBackWriteOff(context, side, row, period, documents, date)
}

/** For a locked document. */
export async function takeBackWriteOff(
  context: Context,
  side: Side,
  { id, entry_id }: { id: number; entry_id: number | null },
  period: Period,
  documents: Map<number, LockedDocument>,
  date: string,
): Promise<void> {
  const standing = await activeAllocations(context, { write_off_id: id })
  if (standing.length === 0) throw new Refusal('refund_void')
  const reversal = entry_id === null ? null : await reverseEntry(context, period, entry_id, 1, { date })
  await undoAllocations(context, side, standing, documents, () => ({ entry_id: reversal, date }))
  await context.db.updateTable('write_offs').set({ state: 'void' }).where('id', '=', id).execute()
}

async function glance({ db }: Context, side: Side, id: number) {
  const row = await db
    .selectFrom('documents')
    .select(['document_date', 'kind'])
    .where('id', '=', id)
    .where('kind', 'in', side.openKinds)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const lockedRow = ({ db }: Context, id: number) =>
  db.selectFrom('documents').select(['revision', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
