import { type Decimal, sum, zero } from '../money.ts'
import type { ChartAccount } from './chart-tree.ts'
import {
  type AccountAmounts,
  isNothing,
  lineOf,
  negated,
  partOf,
  plus,
  type StatementLine,
  totalOf,
} from './statement-line.ts'
import type { StatementLineName } from './statement-lines.ts'

export type CashFlowTag = 'cash' | 'op_wc' | 'op_noncash' | 'inv' | 'fin'
export type CashFlow = {
  lines: StatementLine[]
  net_change: Decimal[]
  opening_cash: Decimal[]
  closing_cash: Decimal[]
  /** Net change less what the cash accounts moved by: zero in books that are in order (I18). */
  difference: Decimal[]
}
export type CashFlowInput = {
  accounts: readonly ChartAccount[]
  /** Debit − credit of each posting account in each column, opening and closing entries left out. */
  changes: AccountAmounts
  /** Debit − credit of each cash account before each column's days, opening entries of those days included. */
  openings: AccountAmounts
  /**
   * The part of `changes` that stood in entries beside an account of investing: accumulated depreciation of what was sold
   * or scrapped. It leaves the operating part, so that investing shows what the sale brought (IAS 7.16).
   */
  released?: AccountAmounts
  width: number
}

/** The statement of cash flows by the indirect method (ledger.md 5.6). */
export function cashFlow({ accounts, changes, openings, released = new Map(), width }: CashFlowInput): CashFlow {
  const tags = cashFlowTags(accounts)
  const isResult = (account: ChartAccount) => 'RX'.includes(account.class)
  const moved = [...accounts]
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .flatMap((account) => {
      const list = changes.get(account.id)
      return list && !isNothing(list) ? [{ account, effect: negated(list), tag: tags.get(account.id) }] : []
    })
  const results = moved.filter(({ account }) => isResult(account))
  const net_profit = plus(nothing(width), ...results.map(({ effect }) => effect))
  // Income of investing and cost of financing leave the operating part by two equal and opposite rows. They are apart from
  // what did not move money: a sum of both would have no rows, for the one counts with its sign turned.
  const movedOn = (tag: CashFlowTag) => results.filter((one) => one.tag === tag)
  const held = (tag: CashFlowTag) => moved.filter((one) => one.tag === tag && !isResult(one.account))
  const rows = (list: typeof moved, turned = false) =>
    list.map(({ account, effect }) => accountLine(account, turned ? negated(effect) : effect))
  const [kept, disposed] = apart(held('op_noncash'), released)
  const elsewhere = rows([...movedOn('inv'), ...movedOn('fin')], true)
  const working = rows(held('op_wc'))
  const investing = [...rows(held('inv')), ...disposed, ...rows(movedOn('inv'))]
  const financing = [...rows(held('fin')), ...rows(movedOn('fin'))]
  const total = (list: StatementLine[]) => plus(nothing(width), ...list.map(({ amounts }) => amounts))
  const operating = plus(net_profit, total(kept), total(elsewhere), total(working))
  const net_change = plus(operating, total(investing), total(financing))
  const opening_cash = totalOf(openings, width)
  const cashMoved = total(rows(held('cash'), true))
  const lines = [
    ...partOf('operating_activities', [
      lineOf('net_profit', 'line', net_profit, 2),
      ...group('noncash_items', kept),
      ...group('shown_elsewhere', elsewhere),
      ...group('working_capital', working),
    ]),
    lineOf('net_operating', 'subtotal', operating),
    ...partOf('investing_activities', unique(investing, 'investing')),
    lineOf('net_investing', 'subtotal', total(investing)),
    ...partOf('financing_activities', unique(financing, 'financing')),
    lineOf('net_financing', 'subtotal', total(financing)),
    lineOf('net_change', 'subtotal', net_change),
    lineOf('opening_cash', 'line', opening_cash),
    lineOf('closing_cash', 'total', plus(opening_cash, net_change)),
  ]
  return {
    lines,
    net_change,
    opening_cash,
    closing_cash: plus(opening_cash, net_change),
    difference: plus(net_change, negated(cashMoved)),
  }
}

/**
 * Where each account's movements stand in the statement. One without a tag of its own goes with most of its siblings;
 * without any, assets and liabilities are working capital and equity is financing. Income and expense have none,
 * except what belongs to investing or financing.
 */
export function cashFlowTags(accounts: readonly ChartAccount[]): Map<number, CashFlowTag> {
  const siblings = Map.groupBy(accounts, (account) => account.parent_id)
  const fallback = (account: ChartAccount): CashFlowTag | null => {
    if ('RX'.includes(account.class)) return null
    const tags = (siblings.get(account.parent_id) ?? []).flatMap((one) =>
      one.cash_flow_tag ? [one.cash_flow_tag] : [],
    )
    const counts = [...Map.groupBy(tags, (tag) => tag)].sort((a, b) => b[1].length - a[1].length)
    return (counts[0]?.[0] as CashFlowTag | undefined) ?? (account.class === 'E' ? 'fin' : 'op_wc')
  }
  return new Map(
    accounts
      .filter((account) => account.type === 'sub')
      .flatMap((account) => {
        const tag = (account.cash_flow_tag as CashFlowTag | null) ?? fallback(account)
        return tag ? [[account.id, tag]] : []
      }),
  )
}

/** The accounts whose movements a statement of cash flows explains. */
export function cashAccounts(accounts: readonly ChartAccount[]): ChartAccount[] {
  const tags = cashFlowTags(accounts)
  return accounts.filter(({ id, class: kind }) => !'RX'.includes(kind) && tags.get(id) === 'cash')
}

/** The lines that accounts come to. */
export const cashFlowLines = {
  cash: ({ isResult, tag }) => !isResult && tag === 'cash',
  noncash_items: ({ isResult, tag }) => !isResult && tag === 'op_noncash',
  shown_elsewhere: ({ isResult, tag }) => isResult && (tag === 'inv' || tag === 'fin'),
  working_capital: ({ isResult, tag }) => !isResult && tag === 'op_wc',
  net_operating: ({ isResult, tag }) =>
    isResult ? tag !== 'inv' && tag !== 'fin' : tag === 'op_wc' || tag === 'op_noncash',
  net_investing: ({ tag }) => tag === 'inv',
  net_financing: ({ tag }) => tag === 'fin',
} as const satisfies Partial<Record<StatementLineName, (of: Placed) => boolean>>
type Placed = { isResult: boolean; tag: CashFlowTag | undefined }

type Moved = { account: ChartAccount; effect: Decimal[] }

/** What did not move money, without what left with a disposal; and that by itself. */
function apart(moved: readonly Moved[], released: AccountAmounts): [kept: StatementLine[], disposed: StatementLine[]] {
  const [kept, disposed]: [StatementLine[], StatementLine[]] = [[], []]
  for (const { account, effect } of moved) {
    const gone = released.get(account.id)
    if (!gone || isNothing(gone)) {
      kept.push(accountLine(account, effect))
      continue
    }
    const rest = plus(effect, gone)
    if (!isNothing(rest)) kept.push({ ...accountLine(account, rest), within: 'noncash_items' })
    disposed.push({ ...accountLine(account, negated(gone)), within: 'net_investing' })
  }
  return [kept, disposed]
}

const nothing = (width: number): Decimal[] => Array.from({ length: width }, () => zero)

const accountLine = (account: ChartAccount, amounts: Decimal[]): StatementLine => ({
  ...{ key: `account:${account.id}`, style: 'line', level: 3, account, amounts },
})

function group(key: string, lines: StatementLine[]): StatementLine[] {
  if (lines.length === 0) return []
  const [first] = lines as [StatementLine]
  const total = first.amounts.map((_, column) => sum(lines.map(({ amounts }) => amounts[column] ?? zero)))
  return [lineOf(key, 'group', total, 2), ...unique(lines, key)]
}

/** An account may stand in two parts: each of its rows has a key of its own. */
const unique = (lines: StatementLine[], part: string): StatementLine[] =>
  lines.map((line) => ({ ...line, key: `${part}:${line.key}` }))
