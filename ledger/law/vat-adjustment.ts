import { type Decimal, decimal, type Numeric, ratio } from '../money.ts'

type Use = {
  /** Input VAT of the purchase. */
  vat: Numeric
  years: number
  /** Percent of taxable use. */
  use_at_purchase: Numeric
  use_now: Numeric
}

/** What a year adds to the input VAT of a capital asset whose taxable use changed; negative is paid back. */
export const vatAdjustment = ({ vat, years, use_at_purchase, use_now }: Use, decimals: number): Decimal =>
  ratio(vat, decimal(use_now).minus(use_at_purchase), decimal(years).times(100), decimals)
