import { decimal } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Caller, Plan, Values } from '#server/posting/plan.ts'

// For tests of decisions: what they know, and what they answer.

/** A user of an organization on 30 June 2026. */
export const callerOf = (organization: object, authority: string[] = []): Caller => ({
  session: { user_id: 7, authority: new Set(authority), places: null, organization } as never,
  today: '2026-06-30',
  now: new Date('2026-06-30T09:00:00Z'),
})

export const openYear = {
  financial_year_id: 1,
  started_at: '2026-01-01',
  ended_at: '2026-12-31',
  status: 'open' as const,
}

/** The accounts of a chart, where a role has the id that `idOf` says. All currencies have two decimals. */
export const accountsBy = (idOf: (role: string) => number) => ({
  idOf: (account: string | number) => (typeof account === 'number' ? account : idOf(account)),
  decimalsOf: () => 2,
})

export const goods = (quantity: string, value: string) => ({ quantity: decimal(quantity), value: decimal(value) })

/** The stock of one product from a day on: since `last_move_date` it has not moved, unless `change` says so. */
export const stockOfOne = (product: number, held: ReturnType<typeof goods>, change: object = {}) => ({
  from: '2026-06-10',
  products: new Map([[product, { ...held, sequence: 1, last_move_date: '2026-06-01', later: [], ...change }]]),
})

/** What a decision refuses, and on which fields. */
export function refusalOf(decide: () => unknown): { code: string; fields: string[] } {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, fields: Object.keys(error.errors) }
    throw error
  }
  throw new Error('nothing was refused')
}

/** The rows that a plan adds to a table. */
export const addedRows = ({ writes }: Plan, table: string): Values[] =>
  writes.flatMap((write) => (write.table === table && write.how === 'add' ? [write.values] : []))
