import { type Entry, entry, type LineRest } from '../entry.ts'
import type { Numeric } from '../money.ts'
import type { Side } from './side.ts'

export type DeferralFacts = {
  branch_id: number
  document_id: number | null
  product_id: number | null
  cost_center_id: number | null
  /** Where the amount waits: prepaid expenses, deferred revenue. */
  account: number
  /** The account of the row. */
  result: number
  amount: Numeric
}

/** Confirming moves a row from its account to where it waits (V56), in base currency: what is prepaid is not revalued. */
export function deferralEntry(side: Side, facts: DeferralFacts): Entry {
  const { waiting, recognised } = restsOf(facts)
  return entry([side.opens(facts.result, facts.amount, recognised), side.closes(facts.account, facts.amount, waiting)])
}

/** A month, the rest at an early end, or what a note took off: back to the account of the row (V57). */
export function recognitionEntry(side: Side, facts: DeferralFacts): Entry {
  const { waiting, recognised } = restsOf(facts)
  return entry([side.opens(facts.account, facts.amount, waiting), side.closes(facts.result, facts.amount, recognised)])
}

function restsOf({
  branch_id,
  document_id,
  product_id,
  cost_center_id,
}: DeferralFacts): Record<'waiting' | 'recognised', LineRest> {
  const shared = { branch_id, document_id, product_id }
  return { waiting: shared, recognised: { ...shared, cost_center_id } }
}
