import { type Decimal, decimal, min, type Numeric, ratio, sum, zero } from '../money.ts'

export type Section = 'inv' | 'fin'
/** An account's part of one entry: credit − debit, and the amount on each side. */
export type EntryPart = { account_id: number; effect: Numeric; debit: Numeric; credit: Numeric }
export type Placing = {
  /** The section of the statement an account belongs to; null for those of operations. */
  sectionOf(account_id: number): Section | 'cash' | 'working' | null
  decimals: number
}
/** What is added to the rows of accounts: in their section, in working capital, and what no account of it explains. */
export type Unmoved = { sections: Map<number, Decimal>; working: Map<number, Decimal>; other: Decimal }

const nothing = (): Unmoved => ({ sections: new Map(), working: new Map(), other: zero })

/**
 * The part of an entry that moved no cash although it is on accounts of investing or financing (IAS 7.43): the flow there
 * beyond the entry's cash. It leaves the section and the accounts of working capital on its other side: an
 * asset that is not paid yet is no purchase, nor is what is owed for it an inflow. The rest of it is an item of profit
 * that moved no cash. All that is added sums to zero.
 */
export function unmovedIn(parts: readonly EntryPart[], { sectionOf, decimals }: Placing): Unmoved {
  const of = (place: ReturnType<Placing['sectionOf']>) =>
    parts.filter(({ account_id }) => sectionOf(account_id) === place)
  const cash = of('cash')
  const [into, outOf] = [sum(cash.map(({ debit }) => debit)), sum(cash.map(({ credit }) => credit))]
  const nets = (['inv', 'fin'] as const).map((section) => {
    const own = of(section)
    return { own, net: sum(own.map(({ effect }) => effect)) }
  })
  const found = nothing()
  for (const sign of [1, -1] as const) {
    const flows = nets.filter(({ net }) => net.times(sign).gt(0))
    const whole = sum(flows.map(({ net }) => net)).times(sign)
    const beyond = whole.minus(min(whole, sign === 1 ? into : outOf))
    if (beyond.lte(0)) continue
    for (const { own, net } of flows) take(found, own, net, ratio(beyond, net.abs(), whole, decimals), decimals)
  }
  settle(found, of('working'))
  return found
}

/** Takes so much of what a section's accounts of the entry came to, each by its share; the last takes the rest. */
function take({ sections }: Unmoved, own: readonly EntryPart[], net: Decimal, amount: Decimal, decimals: number): void {
  const signed = net.gt(0) ? amount : amount.neg()
  let left = signed
  for (const [index, { account_id, effect }] of own.entries()) {
    const share = index === own.length - 1 ? left : ratio(signed, effect, net, decimals)
    left = left.minus(share)
    add(sections, account_id, share.neg())
  }
}

/** Against working capital of the other sign first, the largest first; what is left moved profit alone. */
function settle(found: Unmoved, working: readonly EntryPart[]): void {
  let left = sum([...found.sections.values()]).neg()
  const facing = working
    .map(({ account_id, effect }) => ({ account_id, effect: decimal(effect) }))
    .filter(({ effect }) => effect.times(left).lt(0))
    .sort((a, b) => b.effect.abs().cmp(a.effect.abs()))
  for (const { account_id, effect } of facing) {
    const part = min(left.abs(), effect.abs())
    if (part.eq(0)) continue
    const signed = left.gt(0) ? part : part.neg()
    add(found.working, account_id, signed)
    left = left.minus(signed)
  }
  found.other = left
}

/** The part of it that money came or went for since: it flows then. */
export function movedSince(unmoved: Unmoved, part: Numeric, whole: Numeric, decimals: number): Unmoved {
  const since = nothing()
  for (const [id, amount] of unmoved.sections) add(since.sections, id, ratio(amount, part, whole, decimals).neg())
  let left = sum([...since.sections.values()]).neg()
  for (const [id, amount] of unmoved.working) {
    const share = ratio(amount, part, whole, decimals).neg()
    const own = share.abs().gt(left.abs()) ? left : share
    add(since.working, id, own)
    left = left.minus(own)
  }
  since.other = left
  return since
}

/** All of them together. */
export function together(all: readonly Unmoved[]): Unmoved {
  const found = nothing()
  for (const { sections, working, other } of all) {
    for (const [id, amount] of sections) add(found.sections, id, amount)
    for (const [id, amount] of working) add(found.working, id, amount)
    found.other = found.other.plus(other)
  }
  return found
}

function add(map: Map<number, Decimal>, id: number, amount: Decimal): void {
  map.set(id, (map.get(id) ?? zero).plus(amount))
}
