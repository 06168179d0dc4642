import { type Decimal, decimal, max, min, type Numeric, ratio, split, sum, text, zero } from './money.ts'

/** A payment, or a note that is applied like one. Dates are YYYY-MM-DD, amounts in the payment's currency. */
export type Source = {
  amount: Numeric
  /** The whole amount at the payment's own rate. */
  amount_base: Numeric
  currency_id: number
  date: string
  /** The part earlier allocations used, and its base amount at the payment's rate. */
  allocated?: Numeric
  allocated_base?: Numeric
  /** Decimals of the base currency. */
  decimals: number
}

export type OpenDocument = {
  id: number
  branch_id: number
  date: string
  currency_id: number
  total: Numeric
  /** Without what the payment being edited settles itself. */
  settled: Numeric
  total_base: Numeric
  settled_base: Numeric
  /** The part of `settled` that the payer keeps until it is released. */
  retained?: Numeric
  /** The later day on which the payment being edited was applied to it: that day stays. */
  applied_on?: string
}

export type Request = { document_id: number; amount: Numeric }

export type AllocationRefusal = {
  code: 'exceeds_remaining' | 'exceeds_payment' | 'already_paid' | 'already_added' | 'currency_mismatch' | 'exceeds_due'
  /** The request's place in the list. */
  index: number
  field: 'reference_id' | 'amount' | 'currency_id'
  /** What of the document is retained, for `exceeds_due`. */
  retained?: string
}

export type Allocation = {
  document_id: number
  branch_id: number
  amount: Decimal
  /** The amount that leaves the document's control account, at its frozen rate. */
  carrying_base: Decimal
  /** The base amount at the payment's rate. */
  source_base: Decimal
  /** source − relief. */
  fx_base: Decimal
  allocation_date: string
  /** The document is dated or was allocated later: until then the amount is in the advance account (V46). */
  waits: boolean
}

export type Allocated = { allocations: Allocation[]; unallocated: Decimal; unallocated_base: Decimal }

/**
 * Spreads a payment over documents (accounting rule 1.4): answers either all refusals at once or the allocations. The
 * relief of a document and the later use of an advance are cumulative (2.1-9), so that for any parts a settled document
 * leaves its control account exactly, and a used payment its advance. Throws on an amount that is not positive and on a
 * document that was not passed.
 */
export function allocate(
  source: Source,
  documents: readonly OpenDocument[],
  requests: readonly Request[],
): { refusals: AllocationRefusal[] } | Allocated {
  const rows = requests.map((request) => ({ document: find(documents, request), amount: positive(request.amount) }))
  const refusals = refuse(source, rows)
  return refusals.length > 0 ? { refusals } : spread(source, rows)
}

/**
 * The most a row may take: the remaining amount of the document and of the payment, less the other rows; never
 * negative.
 */
export function fillable(remaining: Numeric, paymentAmount: Numeric, others: readonly Numeric[] = []): Decimal {
  const left = decimal(paymentAmount).minus(sum(others))
  return max(min(decimal(remaining), left), zero)
}

type Row = { document: OpenDocument; amount: Decimal }

function find(documents: readonly OpenDocument[], { document_id }: Request): OpenDocument {
  const document = documents.find(({ id }) => id === document_id)
  if (!document) throw new Error(`Document ${document_id} was not loaded`)
  return document
}

function positive(amount: Numeric): Decimal {
  const given = decimal(amount)
  if (given.lte(0)) throw new RangeError('An allocation takes more than nothing')
  return given
}

function refuse(source: Source, rows: readonly Row[]): AllocationRefusal[] {
  const refusals: AllocationRefusal[] = []
  const seen = new Set<number>()
  let left = decimal(source.amount).minus(decimal(source.allocated ?? 0))
  for (const [index, { document, amount }] of rows.entries()) {
    const remaining = decimal(document.total).minus(decimal(document.settled))
    const code = problem()
    const named = code === 'exceeds_due' ? { retained: text(decimal(document.retained ?? 0)) } : {}
    if (code) refusals.push({ code, index, field: fields[code], ...named })
    else left = left.minus(amount)
    seen.add(document.id)

    function problem(): AllocationRefusal['code'] | null {
      if (seen.has(document.id)) return 'already_added'
      const isRetained = decimal(document.retained ?? 0).gt(0)
      if (remaining.lte(0)) return isRetained ? 'exceeds_due' : 'already_paid'
      if (document.currency_id !== source.currency_id) return 'currency_mismatch'
      if (amount.gt(remaining)) return isRetained ? 'exceeds_due' : 'exceeds_remaining'
      return amount.gt(left) ? 'exceeds_payment' : null
    }
  }
  return refusals
}

const fields = {
  already_added: 'reference_id',
  already_paid: 'reference_id',
  currency_mismatch: 'currency_id',
  exceeds_remaining: 'amount',
  exceeds_due: 'amount',
  exceeds_payment: 'amount',
} satisfies Record<AllocationRefusal['code'], AllocationRefusal['field']>

function spread(source: Source, rows: readonly Row[]): Allocated {
  let taken = decimal(source.allocated ?? 0)
  let taken_base = decimal(source.allocated_base ?? 0)
  const parts = taken.eq(0) ? inParts(source, rows) : []
  const allocations = rows.map(({ document, amount }, index): Allocation => {
    const { total, total_base, settled, settled_base } = document
    const carrying_base = relief(
      { whole: total, base: total_base, taken: settled, taken_base: settled_base },
      amount,
      source.decimals,
    )
    const source_base =
      parts[index] ??
      relief({ whole: source.amount, base: source.amount_base, taken, taken_base }, amount, source.decimals)
    taken = taken.plus(amount)
    taken_base = taken_base.plus(source_base)
    const day = latest(source.date, document.date, document.applied_on ?? '')
    return {
      document_id: document.id,
      branch_id: document.branch_id,
      amount,
      carrying_base,
      source_base,
      fx_base: source_base.minus(carrying_base),
      allocation_date: day,
      waits: day > source.date,
    }
  })
  return {
    allocations,
    unallocated: decimal(source.amount).minus(taken),
    unallocated_base: decimal(source.amount_base).minus(taken_base),
  }
}

const latest = (...days: string[]): string => days.sort().at(-1) as string

/** A payment that was not used yet is split by the largest remainder over its documents and what is left (3.2). */
function inParts({ amount, amount_base, decimals }: Source, rows: readonly Row[]): Decimal[] {
  const amounts = rows.map((row) => row.amount)
  return split(amount_base, [...amounts, decimal(amount).minus(sum(amounts))], decimals)
}

/** The amount used of something open on a day. Negative where it was returned. */
export type DatedAmount = { day: string; amount: Numeric }

/**
 * The first day, `wanted.day` or later, from which `wanted.amount` of `whole` stays available. What was reversed on a
 * later day was used until then: on the days between less is available than today (accounting rule 1.4). Today there
 * must be enough.
 */
export function availableFrom(whole: Numeric, taken: readonly DatedAmount[], wanted: DatedAmount): string {
  let left = decimal(whole).minus(sum(taken.map((one) => one.amount)))
  const later = Map.groupBy(
    taken.filter((one) => one.day > wanted.day),
    (one) => one.day,
  )
  // From the last day backwards, each time with what was left before it.
  for (const [day, rows] of [...later].sort(([a], [b]) => (a < b ? 1 : -1))) {
    left = left.plus(sum(rows.map((one) => one.amount)))
    if (left.lt(wanted.amount)) return day
  }
  return wanted.day
}

export type Relieved = { whole: Numeric; base: Numeric; taken: Numeric; taken_base: Numeric }

/**
 * The base amount that leaves with `amount` of a foreign whole (accounting rule 2.1-9): cumulative, so the last part takes
 * exactly the rest. After undone allocations the parts still booked may sum a unit off the ideal line; the figure
 * therefore never turns negative and never passes what is left.
 */
export function relief({ whole, base, taken, taken_base }: Relieved, amount: Numeric, decimals: number): Decimal {
  const rest = decimal(base).minus(decimal(taken_base))
  // Of nothing, nothing is taken.
  if (decimal(whole).eq(0)) return zero
  const cumulative = ratio(base, decimal(taken).plus(decimal(amount)), whole, decimals)
  return min(max(cumulative.minus(decimal(taken_base)), zero), rest)
}
