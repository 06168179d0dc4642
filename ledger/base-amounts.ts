import { type Decimal, decimal, type Numeric, round, split, zero } from './money.ts'

export type InBaseInput = {
  /** A document's figures in its own currency, as `documentTotals` answers them. */
  totals: {
    lines: readonly { net: Numeric; tax_key: string }[]
    taxes: readonly { key: string; base: Numeric; tax: Numeric }[]
    subtotal: Numeric
    tax: Numeric
  }
  /** Base currency per one of the document's; frozen when the document is confirmed. */
  exchange_rate: Numeric
  /** Decimals of the base currency. */
  decimals: number
  /** Net and tax in base currency where the rate does not decide: the last part of a document takes the rest. */
  given?: { net?: Decimal | undefined; tax?: Decimal | undefined }
}
export type BaseAmounts = {
  net: Decimal
  tax: Decimal
  total: Decimal
  /** Each line's net. */
  lines: Decimal[]
  /** Each line's part of its category's tax. */
  tax_shares: Decimal[]
  /** Each tax category, in the order of the totals. */
  taxes: { base: Decimal; tax: Decimal }[]
}

/**
 * The base amount of a document (accounting rule 2.1-9): net and tax are converted once each and the control account
 * takes their sum, so there is no residue; lines and categories share by largest remainder.
 */
export function toBaseCurrency({ totals, exchange_rate, decimals, given }: InBaseInput): BaseAmounts {
  const rate = decimal(exchange_rate)
  const net = given?.net ?? round(decimal(totals.subtotal).times(rate), decimals)
  const tax = given?.tax ?? round(decimal(totals.tax).times(rate), decimals)
  const spread = (amount: Decimal, weights: readonly Numeric[]) => split(amount, weights, decimals)
  const bases = spread(
    net,
    totals.taxes.map((category) => category.base),
  )
  const taxes = spread(
    tax,
    totals.taxes.map((category) => category.tax),
  )
  return {
    net,
    tax,
    total: net.plus(tax),
    lines: spread(
      net,
      totals.lines.map((line) => line.net),
    ),
    tax_shares: sharesOf(totals, taxes, decimals),
    taxes: bases.map((base, index) => ({ base, tax: taxes[index] as Decimal })),
  }
}

/** One rate for the whole category, so net alone weighs as net × rate does. */
function sharesOf({ lines, taxes }: InBaseInput['totals'], inBase: readonly Decimal[], decimals: number): Decimal[] {
  const shares = lines.map(() => zero)
  for (const [place, { key }] of taxes.entries()) {
    const own = [...lines.entries()].filter(([, line]) => line.tax_key === key)
    const parts = split(
      inBase[place] ?? zero,
      own.map(([, line]) => line.net),
      decimals,
    )
    for (const [index, [line]] of own.entries()) shares[line] = parts[index] ?? zero
  }
  return shares
}
