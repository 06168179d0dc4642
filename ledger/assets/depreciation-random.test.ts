import { expect, test } from 'vitest'
import { type Decimal, decimal, text } from '../money.ts'
import { depreciationOfUse, depreciationParts, type Life, partToDay, shareOut } from './depreciation.ts'

// Against a recomputation that shares nothing with the rule: whole numbers of the smallest coin, and days of JavaScript's own calendar.

let state = 20_261_128
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * limit)
}

type Random = { coins: number; decimals: number; life: Life; residual: number; percent: number }

function randomAsset(): Random {
  const decimals = [0, 2, 2, 2, 3][below(5)] as number
  const coins = below(3) === 0 ? below(2_000) : below(2_000_000_000)
  const day = new Date(Date.UTC(2015 + below(15), below(12), 1 + below(31)))
  const life: Life = {
    method: (['months', 'days', 'declining'] as const)[below(3)] ?? 'months',
    life_months: 1 + below(below(12) === 0 ? 600 : 48),
    in_service_on: iso(day),
    depreciated_to: null,
  }
  if (below(3) === 0) life.depreciated_to = iso(new Date(day.getTime() + below(900) * 86_400_000))
  const [residual, percent] = [below(3) * below(500_000), 1 + below(100)]
  if (life.method === 'declining')
    life.declining = { percent, residual: text(decimal(residual).div(10 ** decimals), decimals) }
  return { coins, decimals, life, residual, percent }
}
const iso = (day: Date): string => day.toISOString().slice(0, 10)
const utc = (year: number, month: number, date: number): number => Date.UTC(year, month, date)
const partsOfDay = (day: string): [number, number, number] => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return [year, month - 1, date]
}

/** Amounts by months, in coins. */
function recomputed({ coins, life, residual, percent }: Random): bigint[] {
  const [year, month, date] = partsOfDay(life.in_service_on)
  const lastOf = (months: number) => utc(year, month + months + 1, 0)
  const clamped = new Date(Math.min(utc(year, month + life.life_months, date), lastOf(life.life_months)))
  const end = life.method === 'days' ? clamped.getTime() - 86_400_000 : lastOf(life.life_months - 1)
  const first = utc(year, month, date)
  const after = life.depreciated_to ? utc(...partsOfDay(life.depreciated_to)) + 86_400_000 : first
  const start = Math.max(first, after)
  if (start > end || coins <= 0) return []
  const weights: bigint[] = []
  for (let at = start; at <= end; ) {
    const day = new Date(at)
    const next = utc(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
    const until = Math.min(next, end + 86_400_000)
    weights.push(life.method === 'days' ? BigInt(Math.round((until - at) / 86_400_000)) : 1n)
    at = next
  }
  if (life.method !== 'declining') return shared(BigInt(coins), weights)
  const startDay = new Date(start)
  const gone = (startDay.getUTCFullYear() - year) * 12 + startDay.getUTCMonth() - month
  return declined({ coins: BigInt(coins), residual: BigInt(residual), percent: BigInt(percent) }, weights.length, gone)
}

/** Half up. */
const divided = (one: bigint, other: bigint): bigint => (2n * one + other) / (2n * other)

/** Years of a balance that declines, then equal months: month by month, each year decided at its first. */
function declined(of: Record<'coins' | 'residual' | 'percent', bigint>, months: number, gone: number): bigint[] {
  const amounts: bigint[] = []
  let rest = of.coins
  for (let at = 0; at < months && rest > 0n; ) {
    const passed = BigInt((gone + at) % 12)
    const length = Math.min(12 - Number(passed), months - at)
    const year = divided((rest + of.residual) * of.percent * BigInt(length), 1200n - of.percent * passed)
    const even = divided(rest * BigInt(length), BigInt(months - at))
    const isEven = even >= year
    const total = isEven || year > rest ? rest : year
    const over = isEven ? months - at : length
    amounts.push(...shared(total, Array<bigint>(over).fill(1n)))
    rest -= total
    at += over
  }
  return amounts
}

function shared(whole: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((one, other) => one + other, 0n)
  let rest = whole
  return weights.map((weight, index) => {
    const share = divided(whole * weight, all)
    const part = index === weights.length - 1 || share > rest ? rest : share
    rest -= part
    return part
  })
}

/** An amount in coins; one that is finer than a coin has more digits, and equals none. */
function coinsOf(amount: Decimal, decimals: number): bigint {
  const [whole = '', fraction = ''] = text(amount).split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

test('ten thousand random assets equal an independent recomputation, to the last coin', () => {
  let scheduled = 0
  for (let count = 0; count < 10_000; count++) {
    const asset = randomAsset()
    const amount = decimal(asset.coins).div(10 ** asset.decimals)
    const parts = depreciationParts(amount, asset.life, asset.decimals)
    const own = parts.map((part) => coinsOf(part.amount, asset.decimals))
    const expected = recomputed(asset)
    if (own.join() !== expected.join()) expect({ asset, own }).toEqual({ asset, own: expected })
    if (parts.length === 0) continue
    scheduled++
    // None is negative, so no book value falls below the residual value, and the sum is what there was.
    const total = own.reduce((one, other) => one + other, 0n)
    if (own.some((part) => part < 0n) || total !== BigInt(asset.coins)) expect(asset).toBe('whole')
  }
  expect(scheduled).toBeGreaterThan(7_000)
})

test('random parts of assets that leave sum to the whole, and neither share is depreciated below its residual value', () => {
  for (let count = 0; count < 5_000; count++) {
    const cost = 1 + below(5_000_000)
    const residual = below(cost + 1)
    const accumulated = below(cost - residual + 1)
    const gone = 1 + below(cost)
    const coins = (value: number) => text(decimal(value).div(100), 2)
    const worth = { cost: coins(cost), residual: coins(residual), accumulated: coins(accumulated) }
    const shares = shareOut(worth, coins(gone), 2)
    for (const share of [shares.gone, shares.left]) {
      const isSound =
        share.residual.gte(0) && share.accumulated.gte(0) && share.cost.minus(share.residual).gte(share.accumulated)
      if (!isSound) expect({ worth, gone: coins(gone), share }).toBe('sound')
    }
    for (const name of ['cost', 'residual', 'accumulated'] as const)
      if (!shares.gone[name].plus(shares.left[name]).eq(worth[name])) expect({ worth, name }).toBe('whole')
  }
})

test('the part up to each day of a month grows, and is the whole part on the last', () => {
  for (let count = 0; count < 300; count++) {
    const amount = text(decimal(below(100_000)).div(100), 2)
    const month = `20${20 + below(10)}-${String(1 + below(12)).padStart(2, '0')}-01`
    const span = { amount, month, from: month, to: '2099-12-31', method: 'months' as const }
    const days = Array.from({ length: 31 }, (_, day) =>
      partToDay(span, month.slice(0, 8) + String(day + 1).padStart(2, '0'), 2),
    )
    expect(days.every((piece, day) => day === 0 || piece.gte(days[day - 1] as typeof piece))).toBe(true)
    expect(text(days.at(-1) as (typeof days)[number], 2)).toBe(amount)
  }
})

test('random readings of use depreciate exactly what there was, and equal whole numbers', () => {
  for (let count = 0; count < 2_000; count++) {
    const total = 1 + below(400_000)
    let [rest, before] = [BigInt(below(50_000_000)), 0]
    while (before < total) {
      const reading = before + 1 + below(total)
      const left = BigInt(total - before)
      const used = BigInt(reading - before)
      const expected = used >= left ? rest : divided(rest * used, left)
      const use = { reading: String(reading), before: String(before), life_units: String(total) }
      const own = coinsOf(depreciationOfUse(text(decimal(String(rest)).div(100), 2), use, 2), 2)
      if (own !== expected) expect({ rest, use, own }).toEqual({ rest, use, own: expected })
      rest -= own
      before = reading
    }
    expect(rest).toBe(0n)
  }
})
