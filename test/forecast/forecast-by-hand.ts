// The forecast of cash computed from what a test wrote down, with arithmetic of its own: days are counted from 1970, money in halalas.

export type Sold = {
  side: 'in' | 'out'
  party: number
  on: number
  due: number
  total: number
  paid: [on: number, amount: number][]
}
export type Typed = { first: string; amount: number }
export type Week = { receivables: number; payables: number; typed_out: number; closing: number; came: number | null }

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000
export const dayText = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10)
const through = (paid: Sold['paid'], at: number): number =>
  paid.reduce((sum, [on, amount]) => (on <= at ? sum + amount : sum), 0)

/** The thirteen weeks after a day, of one that is over with the cash that came. */
export function weeksByHand(sold: readonly Sold[], typed: Typed, at: number, today: number): Week[] {
  const expected = sold.flatMap((one) => {
    const open = one.total - through(one.paid, at)
    if (one.on > at || open === 0) return []
    return [{ side: one.side, amount: open, on: Math.max(one.due + usualDelay(sold, one.party, at), at + 1) }]
  })
  let closing = cashAt(sold, at)
  return Array.from({ length: 13 }, (_, index) => {
    const [first, last] = [at + 7 * index + 1, at + 7 * index + 7]
    const of = (side: Sold['side']) =>
      expected.reduce(
        (sum, row) => (row.side === side && row.on >= first && row.on <= last ? sum + row.amount : sum),
        0,
      )
    const typed_out = typed.amount * monthly(typed.first, first, last)
    closing += of('in') - of('out') - typed_out
    return {
      receivables: of('in'),
      payables: of('out'),
      typed_out,
      closing,
      came: last <= today ? cashAt(sold, last) : null,
    }
  })
}

const cashAt = (sold: readonly Sold[], at: number): number =>
  sold.reduce((sum, { side, paid }) => sum + (side === 'in' ? 1 : -1) * through(paid, at), 0)

/** The median delay, in days, of a party's last twelve documents that were fully paid as of a day; the smaller of two middle values. */
function usualDelay(sold: readonly Sold[], party: number, at: number): number {
  const settled = sold.filter((one) => one.party === party && one.on <= at && through(one.paid, at) === one.total)
  const latest = settled.toSorted((one, other) => other.on - one.on).slice(0, 12)
  const delays = latest.map(({ paid, due }) => Math.max(...paid.map(([on]) => on)) - due).toSorted((a, b) => a - b)
  return delays[Math.ceil(delays.length / 2) - 1] ?? 0
}

/** How many days of a row that repeats each month are in these days. */
function monthly(first: string, from: number, to: number): number {
  let count = 0
  for (let day = Math.max(from, dayNumber(first)); day <= to; day++)
    if (dayText(day).slice(8) === first.slice(8)) count++
  return count
}
