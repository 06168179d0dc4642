import type { Progress } from '#contract/orders/order-kinds.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { type Decimal, decimal, max, sum, text, zero } from '#ledger/money.ts'
import { shareOfRow } from '#ledger/order-share.ts'

type Dated = { kind: string; state: string; until_date: string | null }

/** A quotation that waits for an answer and is past its last day is expired; an answer is never overridden by the calendar. */
export const isExpired = ({ kind, state, until_date }: Dated, today: string): boolean =>
  kind === 'quotation' && state === 'sent' && until_date !== null && until_date < today

export const statusOf = (order: Dated, today: string): string => (isExpired(order, today) ? 'expired' : order.state)

/** Why the content of an order no longer changes; null while it does. */
export function lockOf({ kind, state }: Pick<Dated, 'kind' | 'state'>): RefusalCode | null {
  if (state === 'draft') return null
  return kind === 'quotation' && state === 'accepted' ? 'quotation_accepted' : 'order_not_draft'
}

/** `taken` is what nothing is left to be made of: what was taken, and what came back before. */
export type TakenRow = { quantity: string; taken: string; total: string }

/** By quantity, row by row: a row that is nearly taken is not taken, and a lower price of an invoice leaves nothing open. */
export function progressOf(rows: readonly Pick<TakenRow, 'quantity' | 'taken'>[]): Progress {
  if (rows.every(({ taken }) => decimal(taken).eq(0))) return 'none'
  return rows.every(({ quantity, taken }) => decimal(taken).gte(quantity)) ? 'all' : 'part'
}

/** Nothing more is taken of what is closed or declined. */
export const isOver = (state: string): boolean => state === 'closed' || state === 'declined'

/** What of an order is still to be taken, at its prices. */
export const openTotal = (state: string, rows: readonly TakenRow[], decimals: number): string =>
  isOver(state) ? '0' : text(openOfRows(rows, decimals))

export function openOfRows(rows: readonly TakenRow[], decimals: number): Decimal {
  const open = rows.map(({ quantity, taken, total }) => {
    const much = max(decimal(quantity).minus(taken), zero)
    return shareOfRow(total, { quantity, taken, much }, decimals)
  })
  return sum(open)
}
