import { type Decimal, sum, zero } from '../money.ts'
import { ancestry, type ChartAccount, rollUp } from './chart-tree.ts'
import type { StatementLineName } from './statement-lines.ts'

/** A row of a statement: an account's, or one the statement names itself (`key` is its word). */
export type StatementLine = {
  key: string
  style: 'heading' | 'group' | 'line' | 'subtotal' | 'total'
  level: number
  account: ChartAccount | null
  /** Null for a heading: the total of a section is shown once, at its end. */
  amounts: Decimal[]
  /**
   * For a group whose accounts are in several sections, the line of this section: the whole account would show more.
   */
  within?: StatementLineName
  /** An account's row said as a sentence: what became of it. */
  sentence?: string
  /** Its non-cash part is excluded: its movements sum to more. */
  isPartial?: true
}

export const lineOf = (key: string, style: StatementLine['style'], amounts: Decimal[], level = 1): StatementLine => ({
  key,
  style,
  level,
  account: null,
  amounts,
})

/** A part of a statement: its bare heading, its lines and what they come to; of nothing nothing. */
export const partOf = (
  key: string,
  lines: readonly StatementLine[],
  end: readonly StatementLine[] = [],
): StatementLine[] => (lines.length === 0 ? [] : [lineOf(key, 'heading', []), ...lines, ...end])

/** Column by column. */
export const plus = (...lists: readonly Decimal[][]): Decimal[] =>
  (lists[0] ?? []).map((_, column) => sum(lists.map((list) => list[column] ?? zero)))
export const negated = (list: readonly Decimal[]): Decimal[] =>
  list.map((amount) => (amount.eq(0) ? zero : amount.neg()))
export const isNothing = (list: readonly Decimal[]): boolean => list.every((amount) => amount.eq(0))

export type AccountAmounts = ReadonlyMap<number, Decimal[]>

/**
 * Accounts with a balance, below their groups: the groups are the accounts `groupLevel` deep in the chart (1 is a
 * category), each the sum of the accounts below it in this section of the statement. `amounts` are of posting accounts.
 * Some accounts of `shared` groups belong to another section: their lines are `within` a line of the statement.
 */
export function accountLines(
  byId: ReadonlyMap<number, ChartAccount>,
  amounts: AccountAmounts,
  groupLevel: number,
  { shared, within }: { shared: ReadonlySet<number>; within: StatementLineName },
): StatementLine[] {
  const held = [...amounts].filter(([, list]) => !isNothing(list))
  const totals = rollUp(
    byId,
    held.map(([account_id, figures]) => ({ account_id, figures })),
  )
  return [...totals]
    .map(([id, list]) => {
      const path = ancestry(byId, id).toReversed()
      const place = path.map((above) => byId.get(above)?.number).join('/')
      return { account: byId.get(id) as ChartAccount, depth: path.length, place, list }
    })
    .filter(({ depth, account }) => depth >= groupLevel || account.type === 'sub')
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ account, depth, list }) => ({
      key: `account:${account.id}`,
      style: account.type === 'sub' ? 'line' : 'group',
      level: Math.max(2, depth - groupLevel + 2),
      account,
      amounts: list,
      ...(account.type !== 'sub' && shared.has(account.id) && { within }),
    }))
}

/** The sum of all posting accounts' amounts; `width` columns even of nothing. */
export const totalOf = (amounts: AccountAmounts, width: number): Decimal[] =>
  plus(
    Array.from({ length: width }, () => zero),
    ...amounts.values(),
  )
