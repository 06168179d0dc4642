import type { Account } from '../account.ts'
import type { BaseAmounts } from '../base-amounts.ts'
import { credit, debit, type Entry, entry, type Line, type TaxEntry } from '../entry.ts'
import { type Decimal, decimal, type Numeric } from '../money.ts'
import type { Side } from './side.ts'

export type DocumentFacts = {
  branch_id: number
  party_id: number
  document_id: number
  /** null for a document in base currency. */
  currency_id: number | null
  /** In the document's currency, from `documentTotals`. */
  totals: {
    lines: readonly { net: Numeric }[]
    taxes: readonly { tax: Numeric }[]
    total: Numeric
  }
  /** The same in base currency at the frozen rate, from `inBase`. */
  base: BaseAmounts
  /** One per row, in order. */
  lines: readonly DocumentLine[]
  /** One per tax category, in the order of the totals. */
  taxes: readonly DocumentTax[]
}

export type DocumentLine = {
  /** Revenue or return account, or what was bought: `INV` for stocked goods, else an expense. */
  account: Account
  /** For an account that a user chose, only if it is one of income or expense. */
  cost_center_id?: number | null
  product_id?: number | null
  /** Sold at no price, or returned of what was: its goods cost advertising. */
  is_free?: boolean
  /** Cost of the stock that this line moves. Missing for goods that are not stocked. */
  stock_cost?: Numeric | null
  /** Its goods were delivered before: their cost leaves what is delivered and not invoiced, in the branch that delivered them. */
  delivered_from?: number | null
  /** Its goods were received before. */
  received?: ReceivedGoods | null
  /** The row's discount before tax, where it is posted to an account of its own: the row's account then takes net and discount. */
  discount?: LineDiscount | null
}

/**
 * What of a bill's row clears goods received before (accounting rule 2.1-14), in base currency: their value as received, in the branch that
 * received them, and the differences of price, to the goods on hand and to those that are gone, and of the rate. Signed.
 */
export type ReceivedGoods = { branch_id: number; value: Decimal; stock: Decimal; variance: Decimal; rate: Decimal }

/** `base` is in base currency, `amount` in the document's. */
export type LineDiscount = { account: Account; base: Decimal; amount: Decimal }

export type DocumentTax = {
  tax_id: number | null
  /** The box of the VAT return on this side; null for what no return shows. */
  box: string | null
  /** Reverse charge: the tax, in base currency, that we owe and deduct ourselves; the document does not carry it. */
  self_assessed?: Numeric | null
}

/**
 * What confirming an invoice (sales) or a bill (purchases) posts (V01 to V05, V07, V16, V20, V31): the control account
 * takes the total, each row its account, each category its tax; rows with a stock cost issue their goods.
 */
export function documentEntry(side: Side, facts: DocumentFacts): Entry {
  return entry(documentLines(side, facts), taxEntries(facts, { sign: 1, is_adjustment: false }))
}

/** A debit note raises what is owed; it posts like its document and is in the adjustments of the VAT return (V28). */
export function debitNoteEntry(side: Side, facts: DocumentFacts): Entry {
  return entry(documentLines(side, facts), taxEntries(facts, { sign: 1, is_adjustment: true }))
}

/** The lines of a document before they merge; `final-invoice.ts` adds its own. */
export function documentLines(side: Side, facts: DocumentFacts): Line[] {
  return [
    side.opens(side.control, facts.base.total, {
      ...shared(facts),
      party: { kind: side.party, id: facts.party_id },
      amount_currency: facts.totals.total,
    }),
    ...facts.lines.flatMap((line, index) => rowLines(side, facts, line, index)),
    ...taxLines(side.closes, side.tax, facts),
    ...selfAssessed(facts),
    ...goodsMoved(facts, { into: costAccount, outOf: goodsAccount }),
  ]
}

/** The amount of a row on its account, and its discount on the other side if that has its own account. */
function rowLines(side: Side, facts: DocumentFacts, line: DocumentLine, index: number): Line[] {
  const { account, discount, received } = line
  const rest = lineRest(facts, index)
  if (received) return receivedLines(facts, received, line)
  if (!discount) return [side.closes(account, lineBase(facts, index), rest)]
  const { base, amount } = discount
  const whole = { ...rest, amount_currency: decimal(rest.amount_currency).plus(amount) }
  return [
    side.closes(account, lineBase(facts, index).plus(base), whole),
    side.opens(discount.account, base, { ...rest, product_id: null, amount_currency: amount }),
  ]
}

/** Goods that were received before clear what they were received at; differences are those of price and rate. */
function receivedLines(facts: DocumentFacts, received: ReceivedGoods, { product_id = null }: DocumentLine): Line[] {
  const own = { ...shared(facts), currency_id: null, product_id }
  const put = (amount: Decimal, more: Account, less: Account) =>
    amount.lt(0) ? credit(less, amount.abs(), own) : debit(more, amount, own)
  return [
    debit('GRNI', received.value, { ...own, branch_id: received.branch_id }),
    put(received.stock, 'INV', 'INV'),
    put(received.variance, 'PPV', 'PPV'),
    put(received.rate, 'FX_LOSS_R', 'FX_GAIN_R'),
  ]
}

/** The fields that every line of the document has. */
export function shared({ branch_id, document_id, currency_id }: DocumentFacts) {
  return { branch_id, document_id, currency_id }
}

/** A row's net in base currency. */
export function lineBase({ base }: DocumentFacts, index: number): Decimal {
  return base.lines[index] as Decimal
}

/** The fields of a row's journal line other than account and amount. */
export function lineRest(facts: DocumentFacts, index: number) {
  const { cost_center_id = null, product_id = null } = facts.lines[index] ?? {}
  return { ...shared(facts), cost_center_id, product_id, amount_currency: facts.totals.lines[index]?.net ?? 0 }
}

/** VAT accounts move only together with the tax entries of the same categories (2.1-7). */
export function taxLines(put: Side['opens'], account: Account, facts: DocumentFacts): Line[] {
  return facts.taxes.map(({ tax_id }, index) =>
    put(account, facts.base.taxes[index]?.tax ?? 0, {
      ...shared(facts),
      tax_id,
      amount_currency: facts.totals.taxes[index]?.tax ?? 0,
    }),
  )
}

type Effect = Pick<TaxEntry, 'sign' | 'is_adjustment'>

/** The categories in the boxes of the return, in base currency; a category without a box is in none. */
export function taxEntries({ taxes, base, branch_id }: DocumentFacts, effect: Effect): TaxEntry[] {
  return taxes.flatMap(({ tax_id, box }, index) => {
    const amounts = base.taxes[index]
    return box === null || !amounts ? [] : [{ ...effect, tax_id, box, base: amounts.base, tax: amounts.tax, branch_id }]
  })
}

/** Input and output tax at once: nothing is due where all of it may be deducted, and the return shows the base. */
export function selfAssessed({ taxes, branch_id, document_id }: DocumentFacts): Line[] {
  return taxes.flatMap(({ tax_id, self_assessed }) => {
    const rest = { branch_id, document_id, tax_id }
    return [debit('VAT_IN', self_assessed ?? 0, rest), credit('VAT_RC', self_assessed ?? 0, rest)]
  })
}

type MovedGoods = { into: (line: DocumentLine) => Account; outOf: (line: DocumentLine) => Account }

/** The cost of the rows' goods from one account to the other, always in base currency. */
export function goodsMoved(facts: DocumentFacts, { into, outOf }: MovedGoods): Line[] {
  const { branch_id, document_id } = facts
  return facts.lines.flatMap((line) => {
    const { stock_cost, product_id, cost_center_id, delivered_from } = line
    const cost = decimal(stock_cost ?? 0)
    const rest = { branch_id, document_id, product_id: product_id ?? null, cost_center_id: cost_center_id ?? null }
    const ofBranch = (account: Account) =>
      account === 'GDNI' ? { ...rest, branch_id: delivered_from ?? branch_id } : rest
    const [from, to] = [outOf(line), into(line)]
    return [debit(to, cost, ofBranch(to)), credit(from, cost, ofBranch(from))]
  })
}

/** Where the cost of a sale's goods is: in stock, or delivered before (accounting rule 2.1-14). */
export const goodsAccount = ({ delivered_from }: DocumentLine): Account => (delivered_from ? 'GDNI' : 'INV')

/** Goods given away cost advertising, not sales (accounting rule C6); what is sold for less than a halala is still sold. */
export function costAccount({ is_free }: DocumentLine): Account {
  return is_free ? 'PROMO' : 'COGS'
}
