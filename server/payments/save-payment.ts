import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, ratio, round, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { deferRejection } from '#server/core/defer-rejection.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sendWrites } from '#server/db/tenant/verbs.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import { saveSourceRevision } from '#server/journal/history/save-revision.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { allocateIds } from '#server/journal/posting/allocate-ids.ts'
import { resolveNumbering } from '#server/journal/posting/assign-number.ts'
import { amountsOf, requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { nextNumberExpression } from '#server/journal/posting/number-series.ts'
import { methodAccount } from '#server/organization/payment-method-account.ts'
import { requireOpenOn } from './availability-over-time.ts'
import { requirePaymentReferences, type Worth } from './check-payment-references.ts'
import { paymentDate, type StoredPayment } from './lock-payment.ts'
import type { PaymentInput } from './payment-input.ts'
import { paymentKind, paymentSeries } from './payment-kind.ts'
import { postPayment } from './post-payment.ts'
import { activeAllocations } from './reverse-allocations.ts'
import { lockForReversal, reversePaymentEntries, type Taken } from './reverse-payment-entries.ts'
import { allocateReferences, type LockedDocument, lockDocuments, type Reference } from './settle.ts'
import { giveUpSmall, smallDifferences } from './small-difference.ts'
import { appliedNow, isSamePayment, updateMemoFields } from './unchanged-payment.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's schema has already given the body its type
type Body = any
type Saved = { id: number; isPosted: boolean }

/**
 * Records a payment or corrects one (reversal, then a new entry under the same number), and allocates it to its
 * documents. Lock order: years, documents by id, the payment, then number series and balances while posting.
 */
export async function savePayment(context: Context, side: Side, id: number | null, body: Body): Promise<Saved> {
  const asked = { ...body, party_id: body[side.partyField] }
  if (id === null) {
    const input: PaymentInput = { ...asked, references: asked.references ?? [] }
    return record(context, side, input, await loadPaymentContext(context, side, input))
  }
  const dateBefore = await paymentDate(context, side, id)
  // Locked in its place of the order. Its refusal surfaces only if something is posted, because notes may always be
  // edited.
  const locking = deferRejection(
    Promise.all([
      lockPeriod(context, asked.payment_date, 'payment_date', side.name),
      lockPeriod(context, dateBefore, 'payment_date', side.name),
    ]),
  )
  const glimpsed = await activeAllocations(context, { payment_id: id })
  const named = ((asked.references ?? []) as Reference[]).map((row) => row.reference_id)
  const documentIds = [...glimpsed.map((row) => row.document_id), ...named]
  const taken = await lockForReversal(context, side, id, { documentIds, date: dateBefore, version: asked.version })
  const { stored, standing, documents } = taken
  if (asked.payment_number !== stored.number) throw new Refusal('number_fixed', { field: 'payment_number' })
  const input = whole(asked, stored, standing)
  const said = newWorth(worthOf(input), { exchange_rate: stored.exchange_rate, base: stored.amount_base })
  if (isSamePayment(stored, standing, input) && !saysWorth(said)) {
    await saveSourceRevision(context, side.payment, stored, beforeOf(stored, standing))
    await updateMemoFields(context, stored, input)
    return { id, isPosted: false }
  }
  const [period, oldPeriod] = await locking
  const [worth, cash, accounts] = await Promise.all([
    requirePaymentReferences(context, side, input, said, stored),
    methodAccount(context, input.payment_method_id, wayOf(side)),
    loadAccounts(context),
  ])
  sendWrites(context.db, saveSourceRevision(context, side.payment, stored, beforeOf(stored, standing)))
  keepAllocationDates(taken)
  await reversePaymentEntries(context, side, taken, oldPeriod)
  // After the ids of the reversals: entries of one day are ordered by id.
  const next = await allocateIds(context, 'payments')
  return record(context, side, input, { stored, period, worth, documents, cash, next, accounts })
}

/** Fields an update does not name keep their stored value. */
function whole(asked: Body, stored: StoredPayment, standing: Taken['standing']): PaymentInput {
  const { fee, fee_tax, withholding_rate, notes } = stored
  const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  return { fee, fee_tax, withholding_rate, notes, references: appliedNow(standing), ...named } as PaymentInput
}

/** Allocations after the payment's date keep their date: the months between were reported without them. */
function keepAllocationDates({ stored, standing, documents }: Taken): void {
  for (const [id, rows] of Map.groupBy(standing, (row) => row.document_id)) {
    const document = documents.get(id) as LockedDocument
    const [first] = rows.map((row) => row.allocation_date).sort() as [string]
    if (first > stored.payment_date && first > document.date) document.applied_on = first
  }
}

/** The look-ups of a new payment with its locks in order (the year, then the documents), in one round trip. */
async function loadPaymentContext(context: Context, side: Side, input: PaymentInput): Promise<PaymentContext> {
  const wanted = input.references.map((row) => row.reference_id)
  const [period, documents, worth, cash, next, accounts] = await Promise.all([
    lockPeriod(context, input.payment_date, 'payment_date', side.name),
    lockDocuments(context, wanted),
    requirePaymentReferences(context, side, input, worthOf(input), null),
    methodAccount(context, input.payment_method_id, wayOf(side)),
    allocateIds(context, 'payments'),
    loadAccounts(context),
  ])
  return { stored: null, period, worth, documents, cash, next, accounts }
}

const wayOf = (side: Side) => (side.name === 'sales' ? 'in' : 'out')

const worthOf = ({ exchange_rate, amount_base }: PaymentInput) => ({ exchange_rate, base: amount_base })

/** The previous version of the payment, for its history. */
function beforeOf(stored: StoredPayment, standing: readonly { document_id: number; amount: string }[]) {
  return {
    date: stored.payment_date,
    amount: stored.amount,
    party_id: stored.party_id,
    payment_method_id: stored.payment_method_id,
    currency_id: stored.currency_id,
    exchange_rate: stored.exchange_rate,
    amount_base: stored.amount_base,
    notes: stored.notes,
    withholding_rate: stored.withholding_rate,
    references: standing.map(({ document_id, amount }) => ({ document_id, amount })),
  }
}

type PaymentContext = {
  stored: StoredPayment | null
  period: Period
  worth: Worth
  documents: Map<number, LockedDocument>
  cash: number
  next: { id: number; entry_id: number }
  accounts: Accounts
}

async function record(
  context: Context,
  side: Side,
  input: PaymentInput,
  { stored, period, worth, documents, cash, next, accounts }: PaymentContext,
): Promise<Saved> {
  const { amount, fee, fee_tax, references } = input
  requireCurrencyPrecision(accounts, input.currency_id, {
    amount,
    fee,
    fee_tax,
    ...amountsOf('references', references),
  })
  const { decimals } = context.session.organization
  const { rate, amount_base } = worth
  const source = {
    amount: input.amount,
    amount_base,
    currency_id: input.currency_id,
    date: input.payment_date,
    decimals,
  }
  const allocated = allocateReferences(side, source, input.party_id, documents, input.references)
  await requireOpenOn(context, stored?.id, allocated.allocations, documents)
  const revision = (stored?.revision ?? 0) + 1
  const withholding = await withholdingOf(context, input, rate)
  const columns = {
    payment_date: input.payment_date,
    party_id: input.party_id,
    branch_id: input.branch_id,
    payment_method_id: input.payment_method_id,
    currency_id: input.currency_id,
    exchange_rate: rate,
    notes: input.notes ?? null,
    amount: input.amount,
    amount_base: text(amount_base),
    fee: input.fee ?? '0',
    fee_tax: input.fee_tax ?? '0',
    ...withholding,
    allocated: text(decimal(input.amount).minus(allocated.unallocated)),
    allocated_base: text(amount_base.minus(allocated.unallocated_base)),
    revision,
  }
  const id = stored?.id ?? next.id
  if (stored) sendWrites(context.db, rewrite(context, id, columns))
  else await insert(context, side, input, id, columns)
  const { entry_id } = next
  const posting = {
    id,
    entry_id,
    input,
    withholding,
    period,
    cash,
    accounts,
    amount_base,
    allocated,
    documents,
    revision,
  }
  const small = smallDifferences(context, side, allocated.allocations, documents)
  await postPayment(context, side, posting)
  await giveUpSmall(context, side, id, small)
  return { id, isPosted: true }
}

/** The tax withheld, in the payment's currency and in base currency. */
async function withholdingOf({ db, session }: Context, input: PaymentInput, rate: string) {
  const withholding_rate = input.withholding_rate ?? '0'
  if (decimal(withholding_rate).eq(0)) return { withholding_rate, withheld: '0', withheld_base: '0' }
  const currency = await db
    .selectFrom('currencies')
    .select('decimals')
    .where('id', '=', input.currency_id)
    .executeTakeFirstOrThrow()
  const withheld = ratio(input.amount, withholding_rate, 100, currency.decimals)
  const withheld_base = round(withheld.times(rate), session.organization.decimals)
  return { withholding_rate, withheld: text(withheld), withheld_base: text(withheld_base) }
}

type Columns = {
  payment_date: string
  party_id: number
  branch_id: number
  payment_method_id: number
  currency_id: number
  exchange_rate: string
  notes: string | null
  amount: string
  amount_base: string
  fee: string
  fee_tax: string
  withholding_rate: string
  withheld: string
  withheld_base: string
  allocated: string
  allocated_base: string
  revision: number
}

async function insert(context: Context, side: Side, input: PaymentInput, id: number, columns: Columns): Promise<void> {
  const kind = paymentKind(side)
  const isTaken = async (number: string) =>
    (await context.db
      .selectFrom('payments')
      .select('id')
      .where('kind', '=', kind)
      .where('number', '=', number)
      .executeTakeFirst()) !== undefined
  const wanted = {
    number: input.payment_number,
    proposed_number: input.proposed_number,
    field: 'payment_number',
    isTaken,
  }
  const number = nextNumberExpression(
    context,
    await resolveNumbering(context, paymentSeries(side, input.payment_date), wanted),
  )
  const own = { id, kind, number, party_kind: side.party, state: 'posted', created_by: context.session.user_id }
  sendWrites(
    context.db,
    context.db
      .insertInto('payments')
      .values({ ...columns, ...own })
      .execute(),
  )
}

async function rewrite({ db }: Context, id: number, columns: Columns): Promise<void> {
  await db
    .updateTable('payments')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
