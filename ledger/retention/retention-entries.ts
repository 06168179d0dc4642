import { type Entry, entry } from '../entry.ts'
import type { Numeric } from '../money.ts'
import { partyRest, type SettleFacts } from '../posting/settle.ts'
import type { Side } from '../posting/side.ts'

export type RetentionFacts = SettleFacts & {
  document_id: number
  amount: Numeric
  /** The carrying amount in base currency. */
  amount_base: Numeric
}

/** What the payer keeps of a document leaves the control account (V67). The document, its tax and its total are as they were. */
export function retentionEntry(side: Side, facts: RetentionFacts): Entry {
  const { amount, amount_base, document_id } = facts
  const rest = { ...partyRest(side, facts), document_id, amount_currency: amount }
  return entry([side.opens(side.retention, amount_base, rest), side.closes(side.control, amount_base, rest)])
}

/** What is released is due again (V68): no supply, no tax. */
export function releasedEntry(side: Side, facts: RetentionFacts): Entry {
  const { amount, amount_base, document_id } = facts
  const rest = { ...partyRest(side, facts), document_id, amount_currency: amount }
  return entry([side.opens(side.control, amount_base, rest), side.closes(side.retention, amount_base, rest)])
}
