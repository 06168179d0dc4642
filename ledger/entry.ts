import { type Account, carriesCostCenter } from './account.ts'
import { type Decimal, decimal, type Numeric, sum, text, zero } from './money.ts'

export type { Account } from './account.ts'

export type Party = { kind: 'customer' | 'supplier'; id: number }

/** One side of an entry: exactly one of debit and credit is above zero, both in base currency. */
export type Line = {
  account: Account
  branch_id: number
  debit: Decimal
  credit: Decimal
  /** Null means the base currency. */
  currency_id: number | null
  /** Signed (a debit is positive), in the line's currency; the base amount again on base-currency lines. */
  amount_currency: Decimal
  cost_center_id?: number | null
  party?: Party | null
  document_id?: number | null
  product_id?: number | null
  tax_id?: number | null
  description?: string | null
}

/** A line's contribution to a box of the VAT return, in base currency; `sign` −1 subtracts. */
export type TaxEntry = {
  tax_id: number | null
  box: string
  sign: 1 | -1
  base: Decimal
  tax: Decimal
  /** Credit and debit notes are in the return's adjustment column. */
  is_adjustment: boolean
  branch_id: number
}

export type Entry = { lines: Line[]; taxes: TaxEntry[] }

/** The fields of a line other than account and amount. `amount_currency` has no sign: the side signs it. */
export type LineRest = Omit<Line, 'account' | 'debit' | 'credit' | 'amount_currency' | 'currency_id'> & {
  currency_id?: number | null
  amount_currency?: Numeric
}

/** An invalid posting: a programmer error, never a user's. */
export class UnbalancedEntry extends Error {
  override name = 'UnbalancedEntry'
}

/** A line on the debit side. Throws a RangeError on a negative amount: that is a credit and must say so. */
export function debit(account: Account, amount: Numeric, rest: LineRest): Line {
  const { base, foreign } = amounts(amount, rest)
  const center = centerOf(account, rest)
  return { currency_id: null, ...rest, ...center, account, debit: base, credit: zero, amount_currency: foreign }
}

/** A line on the credit side; as `debit`. */
export function credit(account: Account, amount: Numeric, rest: LineRest): Line {
  const { base, foreign } = amounts(amount, rest)
  const center = centerOf(account, rest)
  return { currency_id: null, ...rest, ...center, account, debit: zero, credit: base, amount_currency: foreign.neg() }
}

/** No choice where a line may keep its cost center, or where its account has none. */
function centerOf(account: Account, { cost_center_id }: LineRest): { cost_center_id: null } | undefined {
  return cost_center_id && !carriesCostCenter(account) ? { cost_center_id: null } : undefined
}

function amounts(amount: Numeric, { amount_currency, currency_id }: LineRest): { base: Decimal; foreign: Decimal } {
  const base = decimal(amount)
  if (base.lt(0)) throw new RangeError(`${text(base)} is negative: post it on the other side`)
  // Without a currency the amount is the base amount; a foreign amount is ignored.
  const foreign = currency_id === undefined || currency_id === null ? base : decimal(amount_currency ?? base)
  return { base, foreign }
}

/**
 * An entry of these lines (accounting rule 2.1): lines alike in account, side, branch, cost center, party, tax, document and
 * currency merge, zero lines are dropped, and inter-branch lines make each branch balance by itself. A debit never nets
 * a credit. Merged lines keep a product or a description only where all of them agree. An entry may be empty, else it
 * has two lines at least. Throws `UnbalancedEntry` when total debit is not total credit.
 */
export function entry(lines: readonly Line[], taxes: readonly TaxEntry[] = []): Entry {
  const groups = [...Map.groupBy(lines, mergeKey).values()]
  const merged = groups.map(merge).filter((line) => !line.debit.eq(line.credit))
  return {
    lines: balanceBranches(merged),
    taxes: taxes.filter((tax) => !tax.base.eq(0) || !tax.tax.eq(0)),
  }
}

/**
 * The lines with an inter-branch line for every branch that does not balance by itself; for entries whose lines must
 * stay as they were typed. Throws `UnbalancedEntry` when the total does not balance.
 */
export function balanceBranches(lines: readonly Line[]): Line[] {
  const surplus = sum(lines.map(signed))
  if (!surplus.eq(0)) throw new UnbalancedEntry(`Debit exceeds credit by ${text(surplus)}`)
  const branches = Map.groupBy(lines, (line) => line.branch_id)
  const between = [...branches].map(([branch_id, own]) => {
    const difference = sum(own.map(signed))
    const side = difference.gt(0) ? credit : debit
    return side('INTERBR', difference.abs(), { branch_id })
  })
  return [...lines, ...between.filter((line) => !line.debit.eq(line.credit))]
}

/** The mirror image (accounting rule 4.10): sides swapped, tax boxes with the other sign, everything else as it was. */
export function reverse({ lines, taxes }: Entry): Entry {
  return {
    lines: lines.map((line) => ({
      ...line,
      debit: line.credit,
      credit: line.debit,
      amount_currency: line.amount_currency.neg(),
    })),
    taxes: taxes.map((tax) => ({ ...tax, sign: tax.sign === 1 ? -1 : 1 })),
  }
}

function signed(line: Line): Decimal {
  return line.debit.minus(line.credit)
}

function mergeKey(line: Line): string {
  const { account, branch_id, cost_center_id, party, tax_id, document_id, currency_id } = line
  const side = line.debit.gt(0) ? 'debit' : 'credit'
  return JSON.stringify([
    account,
    side,
    branch_id,
    cost_center_id,
    party?.kind,
    party?.id,
    tax_id,
    document_id,
    currency_id,
  ])
}

function merge(group: Line[]): Line {
  const [first] = group as [Line]
  return {
    ...first,
    debit: sum(group.map((line) => line.debit)),
    credit: sum(group.map((line) => line.credit)),
    amount_currency: sum(group.map((line) => line.amount_currency)),
    product_id: group.every((line) => line.product_id === first.product_id) ? first.product_id : null,
    description: group.every((line) => line.description === first.description) ? first.description : null,
  }
}
