import { type Decimal, decimal, type Numeric, zero } from '../money.ts'

/** An account as the statements know it. */
export type ChartAccount = {
  id: number
  number: string
  name: string
  name_en: string | null
  type: 'category' | 'main' | 'sub'
  parent_id: number | null
  class: 'A' | 'L' | 'E' | 'R' | 'X'
  nature: 'D' | 'C'
  role: string | null
  cash_flow_tag: string | null
}

type Node = { id: number; parent_id: number | null }
export type ById<Account extends Node> = ReadonlyMap<number, Account>

/** The account and those above it, up to its category; its length is the account's level, 1 for a category. */
export function ancestry(byId: ById<Node>, id: number): number[] {
  const path: number[] = []
  for (let next: number | null = id; next !== null; ) {
    const account: Node | undefined = byId.get(next)
    if (!account) throw new Error(`Account ${next} is not in the chart`)
    path.push(next)
    next = account.parent_id
  }
  return path
}

/** Figures of an account: as many as the statement has columns. */
export type AccountFigures = { account_id: number; figures: readonly Numeric[] }

/** Every account's figures, added to itself and to everyone above it. */
export function rollUp(byId: ById<Node>, list: readonly AccountFigures[]): Map<number, Decimal[]> {
  const totals = new Map<number, Decimal[]>()
  for (const { account_id, figures } of list) {
    const added = figures.map(decimal)
    for (const id of ancestry(byId, account_id)) {
      const before = totals.get(id)
      totals.set(id, before ? added.map((figure, column) => (before[column] ?? zero).plus(figure)) : added)
    }
  }
  return totals
}

export const byNumber = (a: { number: string }, b: { number: string }): number => (a.number < b.number ? -1 : 1)
