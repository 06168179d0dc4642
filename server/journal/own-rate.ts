import { type Decimal, decimal, type Numeric, ratio, round, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The entered rate of a foreign amount, its base amount, or both. */
export type StatedWorth = { exchange_rate?: string | null | undefined; base?: string | null | undefined }
type Foreign = { currency_id: number; amount: Numeric; field: string }

/** The stored decimals of a rate. */
const rateDecimals = 10

/**
 * The rate and the base amount that the user entered, because a bank uses its own rate. The money really moved decides, and the rate
 * follows from it. Null if neither was entered: the rate of the day applies. Both must agree to one unit of base currency.
 */
export function ownRate(
  { session }: Pick<Context, 'session'>,
  { exchange_rate, base }: StatedWorth,
  { currency_id, amount, field }: Foreign,
): { rate: string; base: Decimal } | null {
  const { decimals } = session.organization
  if (currency_id === session.organization.currency_id) {
    if (exchange_rate && !decimal(exchange_rate).eq(1)) throw new Refusal('rate_of_own', { field: 'exchange_rate' })
    if (base && !decimal(base).eq(decimal(amount))) throw new Refusal('rate_of_own', { field })
    return null
  }
  if (base) {
    const refuse = (code: string) => new Refusal('invalid_input', { errors: { [field]: { code } } })
    if (!round(base, decimals).eq(base)) throw refuse('too_many_decimals')
    if (decimal(amount).eq(0)) throw refuse('out_of_range')
    const rate = exchange_rate ? decimal(exchange_rate) : ratio(base, 1, amount, rateDecimals)
    if (rate.lte(0) || rate.gte(10_000_000)) throw refuse('out_of_range')
    const worth = round(decimal(amount).times(rate), decimals)
    if (
      worth
        .minus(base)
        .abs()
        .gt(decimal(1).div(10 ** decimals))
    )
      throw new Refusal('rate_differs', { field, params: { available: text(worth) } })
    return { rate: text(rate), base: decimal(base) }
  }
  if (!exchange_rate) return null
  return { rate: exchange_rate, base: round(decimal(amount).times(exchange_rate), decimals) }
}

/**
 * Whether the sent rate changes a stored record: the rate and base amount of its answer may be sent back unchanged, and
 * then do not apply to another amount or currency. An emptied rate falls back to that of the day.
 */
export function newWorth(said: StatedWorth, stored: { exchange_rate: string; base: Numeric }): StatedWorth {
  const isKnown = (value: string | null | undefined, known: Numeric) =>
    value != null && decimal(value).eq(decimal(known))
  return {
    exchange_rate: isKnown(said.exchange_rate, stored.exchange_rate) ? undefined : said.exchange_rate,
    base: isKnown(said.base, stored.base) ? undefined : said.base,
  }
}

/** Whether any value was sent. */
export const saysWorth = ({ exchange_rate, base }: StatedWorth): boolean => exchange_rate !== undefined || base != null
