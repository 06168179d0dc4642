import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import { relief } from '#ledger/allocation.ts'
import type { Entry } from '#ledger/entry.ts'
import { decimal, round, text } from '#ledger/money.ts'
import { refundEntry } from '#ledger/posting/refund.ts'
import { advanceWriteOffEntry } from '#ledger/posting/write-off.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { organizationOf } from '#server/documents/document-header-sql.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { exchangeRateOf } from '#server/journal/exchange-rate.ts'
import { keepPaper } from '#server/journal/issued-papers.ts'
import { ownRate, saysWorth } from '#server/journal/own-rate.ts'
import { lockPeriod } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { post } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { loadForReversal, postReversal } from '#server/journal/posting/reverse-entry.ts'
import { requirePurpose } from '#server/organization/eligible-accounts.ts'
import { methodAccount } from '#server/organization/payment-method-account.ts'
import { requireAvailableOn } from '../availability-over-time.ts'
import { paymentKind } from '../payment-kind.ts'
import { resolveReversalDate } from '../reversal-date.ts'
import type { AllocationSource } from '../reverse-allocations.ts'
import { lockDocuments } from '../settle.ts'
import { type Advance, type AdvanceRef, settleFacts, unusedAmount } from './advance.ts'

export type RefundAsk = {
  refund_date: string
  amount: string
  exchange_rate?: string | null | undefined
  amount_base?: string | null | undefined
  payment_method_id?: number | null | undefined
  account_id?: number | null | undefined
  notes?: string | null | undefined
  version?: number | undefined
}

/**
 * Refunds the unused amount of an advance (V11, V26), or writes it off to an account (V55). Answers the id of the
 * refund. The advance leaves at its carrying amount; money at another rate makes an exchange difference.
 */
export async function refundAdvance(context: Context, side: Side, at: AdvanceRef, ask: RefundAsk): Promise<number> {
  if ((ask.payment_method_id == null) === (ask.account_id == null))
    throw new Refusal('invalid_input', { errors: { payment_method_id: { code: 'required' } } })
  if (ask.refund_date < at.date) throw new Refusal('date_before_source', { field: 'refund_date' })
  if (ask.refund_date > context.today) throw new Refusal('date_in_future', { field: 'refund_date' })
  const [, , period, , advance, cash, next, accounts] = await Promise.all([
    requireRows(context.db, {
      payment_method_id: ['payment_methods', ask.payment_method_id, {}, null],
      account_id: ['accounts', ask.account_id, { postable: true, manual_entries: true }, null],
    }),
    requirePurpose(context, 'given_up', ask.account_id),
    lockPeriod(context, ask.refund_date, 'refund_date', side.name),
    lockDocuments(context, at.documentIds),
    at.lock(ask.version),
    methodAccount(context, ask.payment_method_id, side.name === 'sales' ? 'out' : 'in'),
    allocateIds(context, 'payments'),
    loadAccounts(context),
  ])
  requireCurrencyPrecision(accounts, advance.open.currency_id, { amount: ask.amount })
  if (decimal(ask.amount).gt(unusedAmount(advance)))
    throw new Refusal('exceeds_advance', { field: 'amount', params: { available: text(unusedAmount(advance)) } })
  await requireAvailableOn(context, {
    field: 'refund_date',
    advance,
    rows: [{ amount: ask.amount, day: ask.refund_date }],
  })
  const figures = await figuresOf(context, advance, ask)
  const entry = entryOf(context, side, advance, { ...ask, cash }, figures)
  const head = { ...advance.journal, id: next.entry_id, date: ask.refund_date } as const
  const kind = side.name === 'sales' ? 'payment' : 'receipt'
  sendWrites(
    context.db,
    post(context, period, { ...head, kind }, entry, accounts),
    advance.use('refunded', decimal(ask.amount), figures.source_base),
  )
  const inserting = insertRefund(context, side, advance, ask, figures, entry.lines.length > 0 ? next.entry_id : null)
  if (ask.payment_method_id != null)
    await Promise.all([inserting, keepVoucher(context, advance.party_id, ask.payment_method_id, inserting)])
  return inserting
}

type Figures = Awaited<ReturnType<typeof figuresOf>>

async function figuresOf(context: Context, { open }: Advance, ask: RefundAsk) {
  const { amount, account_id, refund_date } = ask
  const { decimals } = context.session.organization
  const taken = { taken: open.allocated ?? 0, taken_base: open.allocated_base ?? 0 }
  const source_base = relief({ whole: open.amount, base: open.amount_base, ...taken }, amount, decimals)
  const said = { exchange_rate: ask.exchange_rate, base: ask.amount_base }
  // A written-off advance leaves at its carrying amount: no cash, no exchange difference.
  if (account_id != null && saysWorth(said) && (said.exchange_rate || said.base))
    throw new Refusal('rate_without_money', { field: said.base ? 'amount_base' : 'exchange_rate' })
  const own = ownRate(context, said, { currency_id: open.currency_id, amount, field: 'amount_base' })
  const exchange_rate = own?.rate ?? (await exchangeRateOf(context, open.currency_id, refund_date))
  const moved = own?.base ?? round(decimal(amount).times(exchange_rate), decimals)
  return { source_base, amount_base: account_id == null ? moved : source_base, exchange_rate }
}

function entryOf(
  context: Context,
  side: Side,
  advance: Advance,
  ask: RefundAsk & { cash: number },
  { source_base, amount_base }: Figures,
): Entry {
  const facts = { ...settleFacts(context, advance), amount: ask.amount }
  const ledgerSide = ledgerSides[side.name]
  if (ask.account_id != null)
    return advanceWriteOffEntry(ledgerSide, { ...facts, amount_base: source_base, account: ask.account_id })
  return refundEntry(ledgerSide, { ...facts, cash: ask.cash, amount_base, source_base })
}

async function insertRefund(
  { db, session }: Context,
  side: Side,
  advance: Advance,
  ask: RefundAsk,
  figures: Figures,
  entry_id: number | null,
): Promise<number> {
  const source = {
    payment_id: 'payment_id' in advance.source ? advance.source.payment_id : null,
    note_id: 'note_id' in advance.source ? advance.source.note_id : null,
  }
  const { id } = await db
    .insertInto('refunds')
    .values({
      ...source,
      kind: paymentKind(side),
      refund_date: ask.refund_date,
      payment_method_id: ask.payment_method_id ?? null,
      account_id: ask.account_id ?? null,
      amount: ask.amount,
      exchange_rate: figures.exchange_rate,
      amount_base: text(figures.amount_base),
      source_base: text(figures.source_base),
      notes: ask.notes ?? null,
      entry_id,
      created_by: session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The voucher of a refund, as issued. A write-off has none. */
async function keepVoucher(context: Context, party: number, method: number, id: Promise<number>): Promise<void> {
  const own = context.session.organization_id
  const { rows } = await sql<IssuedPaper['refund']>`
    SELECT ${organizationOf(own)} AS organization,
      (SELECT json_build_object('id', id, 'name', name, 'name_en', name_en) FROM parties WHERE organization_id = ${own} AND id = ${party}) AS party,
      (SELECT json_build_object('name', name, 'name_en', name_en) FROM payment_methods WHERE organization_id = ${own} AND id = ${method}) AS method`.execute(
    context.db,
  )
  if (rows[0]) keepPaper(context, { kind: 'refund', id: await id, revision: 1 }, rows[0])
}

/** Voids a refund: its entry is reversed on its own day, or on a later one. From then on the advance is open again. */
export async function voidRefund(
  context: Context,
  side: Side,
  id: number,
  source: AllocationSource,
  at: AdvanceRef,
  asked?: string | null,
): Promise<void> {
  const { db } = context
  const [[column, sourceId]] = Object.entries(source) as [['payment_id' | 'note_id', number]]
  const refund = await db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where(column, '=', sourceId)
    .executeTakeFirst()
  if (!refund) throw new Refusal('not_found')
  const date = resolveReversalDate(context, refund.refund_date, asked)
  const [period, , advance, voided, reversed] = await Promise.all([
    lockPeriod(context, date, 'date', side.name),
    lockDocuments(context, at.documentIds),
    at.lock(),
    db
      .updateTable('refunds')
      .set({ state: 'void' })
      .where('id', '=', id)
      .where('state', '=', 'posted')
      .returning('id')
      .executeTakeFirst(),
    refund.entry_id === null ? null : loadForReversal(context, refund.entry_id),
  ])
  if (!voided) throw new Refusal('refund_void')
  if (reversed) sendWrites(db, postReversal(context, period, reversed, advance.journal.source_revision, { date }))
  sendWrites(db, advance.use('refunded', decimal(refund.amount).neg(), decimal(refund.source_base).neg(), date))
}
