import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import type { Allocated } from '#ledger/allocation.ts'
import { decimal, ratio, round, text } from '#ledger/money.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import { assignLater } from '#server/journal/assign-number.ts'
import { keepSourceRevision } from '#server/journal/keep-revision.ts'
import { nextIds } from '#server/journal/next-ids.ts'
import { numberAhead } from '#server/journal/number-series.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import { lockPeriod, type Period } from '#server/journal/periods.ts'
import { amountsOf, refuseFiner } from '#server/journal/refuse-finer.ts'
import { unheard } from '#server/journal/unheard.ts'
import type { Context } from '#server/kit/context.ts'
import { methodAccount } from '#server/organization/method-account.ts'
import { paymentDate, type StoredPayment } from './lock-payment.ts'
import { requireFacts, type Worth } from './payment-facts.ts'
import { paymentKind, paymentSeries } from './payment-kind.ts'
import { isSamePayment, rewriteRemarks } from './payment-remarks.ts'
import { postPayment } from './post-payment.ts'
import { allocateReferences, type LockedDocument, lockDocuments, type Reference } from './settle.ts'
import { giveUpSmall, smallDifferences } from './small-difference.ts'
import { lockTaken, type Taken, takeBack } from './take-back.ts'
import { standingAllocations } from './undo-allocations.ts'
import { refuseSettledThen } from './used-until.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's schema has already given the body its type
type Body = any
export type PaymentInput = {
  payment_number: string
  proposed_number?: string | null
  payment_date: string
  party_id: number
  branch_id: number
  payment_method_id: number
  currency_id: number
  amount: string
  fee?: string | null
  fee_tax?: string | null
  withholding_rate?: string
  exchange_rate?: string | null
  amount_base?: string | null
  notes?: string | null
  references: Reference[]
  version?: number
}

type Saved = { id: number; isPosted: boolean }

/**
 * Records a payment or corrects one (reversal, then anew with the same number), and applies it to its documents.
 * Locks in the one order: years, documents by id, the payment, then numbers and balances while posting. Answers its id, and
 * whether it was posted.
 */
export async function savePayment(context: Context, side: Side, id: number | null, body: Body): Promise<Saved> {
  const input: PaymentInput = { ...body, party_id: body[side.partyField] }
  if (id === null) return record(context, side, input, await circumstances(context, side, input))
  const dateBefore = await paymentDate(context, side, id)
  // Held in its place of the order; that it is closed is heard only where something is posted: notes are written all the same.
  const locking = unheard(
    Promise.all([
      lockPeriod(context, input.payment_date, 'payment_date', side.name),
      lockPeriod(context, dateBefore, 'payment_date', side.name),
    ]),
  )
  const glimpsed = await standingAllocations(context, { payment_id: id })
  const documentIds = [...glimpsed.map((row) => row.document_id), ...input.references.map((row) => row.reference_id)]
  const taken = await lockTaken(context, side, id, { documentIds, date: dateBefore, version: input.version })
  const { stored, standing, documents } = taken
  const said = newWorth(worthOf(input), { exchange_rate: stored.exchange_rate, base: stored.amount_base })
  if (isSamePayment(stored, standing, input) && !saysWorth(said)) {
    await keepSourceRevision(context, side.payment, stored, beforeOf(stored, standing))
    await rewriteRemarks(context, stored, input)
    return { id, isPosted: false }
  }
  const [period, oldPeriod] = await locking
  const [worth, cash, accounts] = await Promise.all([
    requireFacts(context, side, input, said, stored),
    methodAccount(context, input.payment_method_id, wayOf(side)),
    loadAccounts(context),
  ])
  context.db.atCommit(keepSourceRevision(context, side.payment, stored, beforeOf(stored, standing)))
  keepLaterDays(taken)
  await takeBack(context, side, taken, oldPeriod)
  // Behind the ids of the reversals: entries of a day stand in the order of their ids.
  const next = await nextIds(context, 'payments')
  return record(context, side, input, { stored, period, worth, documents, cash, next, accounts })
}

/** What was applied some time after the payment stays applied on that day: the months between were read without it. */
function keepLaterDays({ stored, standing, documents }: Taken): void {
  for (const [id, rows] of Map.groupBy(standing, (row) => row.document_id)) {
    const document = documents.get(id) as LockedDocument
    const [first] = rows.map((row) => row.allocation_date).sort() as [string]
    if (first > stored.payment_date && first > document.date) document.applied_on = first
  }
}

/** What a new payment needs, with its locks in their order (the year, then the documents), in one round trip. */
async function circumstances(context: Context, side: Side, input: PaymentInput): Promise<Circumstances> {
  const wanted = input.references.map((row) => row.reference_id)
  const [period, documents, worth, cash, next, accounts] = await Promise.all([
    lockPeriod(context, input.payment_date, 'payment_date', side.name),
    lockDocuments(context, wanted),
    requireFacts(context, side, input, worthOf(input), null),
    methodAccount(context, input.payment_method_id, wayOf(side)),
    nextIds(context, 'payments'),
    loadAccounts(context),
  ])
  return { stored: null, period, worth, documents, cash, next, accounts }
}

const wayOf = (side: Side) => (side.name === 'sales' ? 'in' : 'out')

const worthOf = ({ exchange_rate, amount_base }: PaymentInput) => ({ exchange_rate, base: amount_base })

/** What the payment said, for its history. */
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

type Circumstances = {
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
  { stored, period, worth, documents, cash, next, accounts }: Circumstances,
): Promise<Saved> {
  const { amount, fee, fee_tax, references } = input
  refuseFiner(accounts, input.currency_id, { amount, fee, fee_tax, ...amountsOf('references', references) })
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
  await refuseSettledThen(context, stored?.id, allocated.allocations, documents)
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
  if (stored) context.db.atCommit(rewrite(context, id, columns))
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

/** The tax kept, in the payment's currency and in ours. */
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
  const number = numberAhead(context, await assignLater(context, paymentSeries(side, input.payment_date), wanted))
  const own = { id, kind, number, party_kind: side.party, state: 'posted', created_by: context.session.user_id }
  context.db.atCommit(
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

export type Recorded = {
  id: number
  withholding: { withheld: string; withheld_base: string }
  entry_id: number
  input: PaymentInput
  period: Period
  cash: number
  accounts: Accounts
  amount_base: ReturnType<typeof round>
  allocated: Allocated
  documents: Map<number, LockedDocument>
  revision: number
}
