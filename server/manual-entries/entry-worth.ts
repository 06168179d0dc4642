import { decimal, round, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { newWorth, saysWorth } from '#server/journal/own-rate.ts'
import type { ManualInput } from './manual-entry-input.ts'

type Foreign = { amount: string; exchange_rate: string }

export const worthOf = ({ exchange_rate, amount_base }: ManualInput) => ({ exchange_rate, base: amount_base })

/** Whether the entry has a rate of its own from now on. `previous`: the stored entry whose rate it keeps. */
export const hasOwnRate = (input: ManualInput, previous: { has_own_rate: boolean } | null): boolean =>
  saysWorth(worthOf(input)) ? Boolean(input.exchange_rate || input.amount_base) : (previous?.has_own_rate ?? false)

/** Rate and base amount of the previous answer may be sent back unchanged. */
export function withoutKnownWorth(context: Context, stored: Foreign, input: ManualInput): ManualInput {
  if (!saysWorth(worthOf(input))) return input
  const { exchange_rate } = stored
  const stated = newWorth(worthOf(input), { exchange_rate, base: amountInBase(context, stored) })
  return { ...input, exchange_rate: stated.exchange_rate, amount_base: stated.base }
}

/** The totals of a stored entry in base currency. */
export const amountInBase = ({ session }: Context, { amount, exchange_rate }: Foreign): string =>
  text(round(decimal(amount).times(exchange_rate), session.organization.decimals))
