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
   * The part of `changes` in entries that also move an investing account: accumulated depreciation of disposed assets.
   * It leaves the operating section, so that investing shows the proceeds of the disposal (IAS 7.16).
   */
  released?: AccountAmounts
  /** Non-cash amounts that adjust rows of investing, financing and working capital; with `other` they sum to zero. */
  unmoved?: { sections: AccountAmounts; working: AccountAmounts; other: readonly Decimal[] }
  /** Exchange differences of the cash itself: not a flow, but a separate line (IAS 7.28). */
  fx?: readonly Decimal[]
  width: number
}

/** The statement of cash flows by the indirect method (accounting rule 5.6). */
export function cashFlow(input: CashFlowInput): CashFlow {
  const { accounts, changes, openings, released = new Map(), width } = input
  const { unmoved = { sections: new Map(), working: new Map(), other: nothing(width) } } = input
  const fx = [...(input.fx ?? nothing(width))]
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
  const left = without(accounts)
  const isFinancing = (id: number) => tags.get(id) === 'fin'
  const [depreciated, disposed] = apart(held('op_noncash'), released)
  const kept = [
    ...worded(depreciated, 'change'),
    ...(isNothing(unmoved.other) ? [] : [partial(lineOf('profit_without_cash', 'line', [...unmoved.other], 3))]),
    ...(isNothing(fx) ? [] : [partial(lineOf('fx_in_profit', 'line', negated(fx), 3))]),
  ]
  const elsewhere = worded(rows([...movedOn('inv'), ...movedOn('fin')], true), 'moved')
  const working = worded(left(rows(held('op_wc')), unmoved.working), 'change')
  const investing = worded(
    left([...rows(held('inv')), ...disposed, ...rows(movedOn('inv'))], unmoved.sections, (id) => !isFinancing(id)),
    'investing',
  )
  const financing = worded(
    left([...rows(held('fin')), ...rows(movedOn('fin'))], unmoved.sections, isFinancing),
    'financing',
  )
  const total = (list: StatementLine[]) => plus(nothing(width), ...list.map(({ amounts }) => amounts))
  const operating = plus(net_profit, total(kept), total(elsewhere), total(working))
  const net_change = plus(operating, total(investing), total(financing))
  const opening_cash = totalOf(openings, width)
  const cashMoved = total(rows(held('cash'), true))
  const closing_cash = plus(opening_cash, net_change, fx)
  const lines = linesOf({
    net_profit,
    kept,
    elsewhere,
    working,
    investing,
    financing,
    fx,
    sums: {
      operating,
      investing: total(investing),
      financing: total(financing),
      net_change,
      opening_cash,
      closing_cash,
    },
  })
  // If rows exclude something, their total has no link, because nothing sums to it.
  const narrowed = narrowedTotals(unmoved, fx, isFinancing)
  return {
    lines: lines.map((line) => (narrowed.has(line.key) ? partial(line) : line)),
    net_change,
    opening_cash,
    closing_cash,
    difference: plus(net_change, fx, negated(cashMoved)),
  }
}

type Parts = Record<'kept' | 'elsewhere' | 'working' | 'investing' | 'financing', StatementLine[]> & {
  net_profit: Decimal[]
  fx: Decimal[]
  sums: Record<'operating' | 'investing' | 'financing' | 'net_change' | 'opening_cash' | 'closing_cash', Decimal[]>
}

/** The statement in its order. */
function linesOf({ net_profit, kept, elsewhere, working, investing, financing, fx, sums }: Parts): StatementLine[] {
  return [
    ...partOf('operating_activities', [
      lineOf('net_profit', 'line', net_profit, 2),
      ...group('noncash_items', kept),
      ...group('shown_elsewhere', elsewhere),
      ...group('working_capital', working),
    ]),
    lineOf('net_operating', 'subtotal', sums.operating),
    ...partOf('investing_activities', unique(investing, 'investing')),
    lineOf('net_investing', 'subtotal', sums.investing),
    ...partOf('financing_activities', unique(financing, 'financing')),
    lineOf('net_financing', 'subtotal', sums.financing),
    lineOf('net_change', 'subtotal', sums.net_change),
    ...(isNothing(fx) ? [] : [lineOf('fx_on_cash', 'line', fx)]),
    lineOf('opening_cash', 'line', sums.opening_cash),
    lineOf('closing_cash', 'total', sums.closing_cash),
  ]
}

/**
 * The position of each account's movements in the statement. An account without a tag follows most of its siblings;
 * without any, assets and liabilities are working capital and equity is financing. Income and expense have none, except
 * those of investing or financing.
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

type CashEffect = { account: ChartAccount; effect: Decimal[] }

/** Non-cash movements without disposals, and those of disposals separately. */
function apart(
  moved: readonly CashEffect[],
  released: AccountAmounts,
): [kept: StatementLine[], disposed: StatementLine[]] {
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

/** The totals that leave out what moved no cash: by what is left out of their own rows. */
function narrowedTotals(
  { other, working, sections }: NonNullable<CashFlowInput['unmoved']>,
  fx: readonly Decimal[],
  isFinancing: (id: number) => boolean,
): ReadonlySet<string> {
  const leaves = (amounts: AccountAmounts, isOwn = (_: number) => true) =>
    [...amounts].some(([id, own]) => isOwn(id) && !isNothing(own))
  const parts = {
    noncash_items: !isNothing(other) || !isNothing(fx),
    working_capital: leaves(working),
    net_investing: leaves(sections, (id) => !isFinancing(id)),
    net_financing: leaves(sections, isFinancing),
  }
  const names = Object.entries(parts).flatMap(([name, isLeft]) => (isLeft ? [name] : []))
  const operating = parts.noncash_items || parts.working_capital ? ['net_operating'] : []
  return new Set([...names, ...operating, ...(names.length > 0 ? ['net_change'] : [])])
}

const byNumber = (a: StatementLine, b: StatementLine) => {
  const [one, other] = [a.account, b.account].map(
    (account) => `${account && 'RX'.includes(account.class) ? 1 : 0}${account?.number}`,
  )
  return (one as string) < (other as string) ? -1 : 1
}
const partial = (line: StatementLine): StatementLine => ({ ...line, isPartial: true })

/** Rows without what moved no cash; what was paid of it since has a row where nothing else moved. */
function without(accounts: readonly ChartAccount[]) {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return (lines: StatementLine[], added: AccountAmounts, isOwn = (_: number) => true): StatementLine[] => {
    const known = new Set(lines.map(({ account }) => account?.id))
    const only = [...added].filter(([id, amounts]) => isOwn(id) && !known.has(id) && !isNothing(amounts))
    const rows = only.map(([id, amounts]) => partial(accountLine(byId.get(id) as ChartAccount, [...amounts])))
    return [...lines.flatMap((line) => leftOf(line, added)), ...rows].sort(byNumber)
  }
}

/** A row without its non-cash part; removed if nothing else is in it. */
function leftOf(line: StatementLine, unmoved: AccountAmounts): StatementLine[] {
  const own = line.account && unmoved.get(line.account.id)
  if (!own || isNothing(own)) return [line]
  const amounts = plus(line.amounts, [...own])
  return isNothing(amounts) ? [] : [partial({ ...line, amounts })]
}

type Saying = 'change' | 'moved' | 'investing' | 'financing'
const sentences: Record<Saying, (account: ChartAccount) => [up: string, down: string]> = {
  change: ({ nature }) => (nature === 'D' ? ['decrease', 'increase'] : ['increase', 'decrease']),
  moved: () => ['added_back', 'taken_out'],
  investing: () => ['received_for', 'paid_for'],
  financing: () => ['proceeds', 'paid_on'],
}

/** Each account's row as a sentence: what its amount says of the cash. */
function worded(lines: readonly StatementLine[], saying: Saying): StatementLine[] {
  return lines.map((line) => {
    if (!line.account) return line
    const [up, down] = sentences[saying](line.account)
    const isUp = line.amounts.every((amount) => amount.gte(0))
    const isDown = line.amounts.every((amount) => amount.lte(0))
    return { ...line, sentence: isUp ? up : isDown ? down : 'change' }
  })
}

const nothing = (width: number): Decimal[] => Array.from({ length: width }, () => zero)

const accountLine = (account: ChartAccount, amounts: Decimal[]): StatementLine => ({
  key: `account:${account.id}`,
  style: 'line',
  level: 3,
  account,
  amounts,
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
