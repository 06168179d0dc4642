import type { Allocated } from '../allocation.ts'
import { type Entry, entry } from '../entry.ts'
import {
  costAccount,
  type DocumentFacts,
  goodsAccount,
  goodsMoved,
  lineBase,
  lineRest,
  taxEntries,
  taxLines,
} from './document.ts'
import { settle } from './settle.ts'
import { sales } from './side.ts'

export type NoteFacts = DocumentFacts & {
  /** From `allocate`, with the note as the source: first its document, the rest becomes an advance. */
  applied: Allocated
}

/**
 * A credit note to a customer (V25 to V27). The rows' account is `SALES_RET`; a row that brings goods back carries
 * their original cost as `stock_cost` (from `giveBack`), a row about price only leaves it out.
 */
export function creditNoteEntry(facts: NoteFacts): Entry {
  const lines = [
    ...facts.lines.map((line, index) => sales.opens(line.account, lineBase(facts, index), lineRest(facts, index))),
    ...taxLines(sales.opens, sales.tax, facts),
    ...settle(sales, facts, facts.applied),
    ...goodsMoved(facts, { into: goodsAccount, outOf: costAccount }),
  ]
  return entry(lines, taxEntries(facts, { sign: -1, is_adjustment: true }))
}
