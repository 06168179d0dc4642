import { withholdingRates } from '#contract/withholding/withholding.ts'
import { type WithholdingType, withholdingTypes } from '#ledger/law/withholding.ts'
import { withholdingRate } from '#ledger/law/withholding-return.ts'
import { decimal, ratio, round, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller } from '#server/posting/plan.ts'

export type Withheld = {
  withholding_rate: string
  withheld: string
  withheld_base: string
  withholding_type: string | null
  withholding_certificate: string | null
  withholding_borne: boolean
}
type WithholdingInput = {
  payment_date: string
  withholding_rate?: string | undefined
  withholding_type?: string | null | undefined
  withholding_certificate?: string | null | undefined
  withholding_borne?: boolean | undefined
}

/** Whether a payment is in a return of tax withheld. A treaty may lower its rate to zero. */
export const isWithheld = ({ withholding_rate, withholding_type }: Omit<WithholdingInput, 'payment_date'>): boolean =>
  decimal(withholding_rate ?? 0).gt(0) || Boolean(withholding_type)

/** The tax withheld, in the payment's currency and in base currency. Tax that we bear is of the amount with the tax: 500 on 9,500 at 5 %. */
export function withheldOf(
  { session }: Caller,
  input: WithholdingInput & { amount: string },
  { rate, decimals }: { rate: string; decimals: number },
): Withheld {
  const percent = requireLawfulRate(input)
  const borne = input.withholding_borne ?? false
  if (borne && decimal(percent).eq(0)) throw new Refusal('withholding_nothing_borne', { field: 'withholding_borne' })
  const withheld = ratio(input.amount, percent, borne ? decimal(100).minus(percent) : 100, decimals)
  const withheld_base = round(withheld.times(rate), session.organization.decimals)
  return {
    withholding_rate: percent,
    withheld: text(withheld),
    withheld_base: text(withheld_base),
    withholding_type: input.withholding_type ?? null,
    withholding_certificate: input.withholding_certificate ?? null,
    withholding_borne: borne,
  }
}

/** The rate of a payment: that of its type on its day, or a lower one by the certificate of a treaty. Without a type one the law knows. */
export function requireLawfulRate(said: WithholdingInput): string {
  const { withholding_rate: rate, withholding_type: type, withholding_certificate: certificate } = said
  if (!type) {
    if (certificate) throw new Refusal('withholding_type_needed', { field: 'withholding_type' })
    const known = withholdingRates.find((one) => decimal(one).eq(rate ?? 0))
    if (known === undefined) throw new Refusal('withholding_type_needed', { field: 'withholding_rate' })
    return known
  }
  const law = withholdingTypes.includes(type as WithholdingType)
    ? withholdingRate(type as WithholdingType, said.payment_date)
    : undefined
  if (law === undefined) throw new Refusal('withholding_no_law', { field: 'withholding_type' })
  const chosenRate = decimal(rate ?? law)
  if (chosenRate.eq(law)) return law
  if (chosenRate.gt(law))
    throw new Refusal('withholding_rate_above', { field: 'withholding_rate', params: { rate: law } })
  if (!certificate)
    throw new Refusal('withholding_certificate_needed', { field: 'withholding_certificate', params: { rate: law } })
  return text(chosenRate)
}
