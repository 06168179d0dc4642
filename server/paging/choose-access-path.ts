import type { Context } from '#server/core/context.ts'
import { type CounterList, counterTotal, overdueTotal } from './counter-list.ts'
import { countOverdue, type Late } from './overdue-rows.ts'
import type { Matches } from './resolve-keyword.ts'

const fewMaximum = 1000

type PathQuery = {
  late: Late | undefined
  party_id: number | undefined
  matches: Matches | null
  /** Whether the list is sorted by its own day. Every filter has an index in that order. */
  isOwnDay: boolean
  isOfStatus: boolean
  /** Number of rows that the page and all pages before it hold. */
  reached: number
}
/**
 * The total, if it was requested. `isFew`: reading all matches and sorting them is cheaper than reading the list in its
 * order.
 */
type HowMany = { total: Promise<number> | undefined; isFew: boolean | undefined }

/** How many rows the filtered list has, if that decides the access path. */
export async function chooseAccessPath(
  { db, session }: Pick<Context, 'db' | 'session'>,
  list: CounterList,
  asked: PathQuery,
): Promise<HowMany> {
  const { late, party_id, matches, isOwnDay, reached } = asked
  const isFew = async (counting: Promise<number>): Promise<HowMany> => {
    const [total, whole] = await Promise.all([counting, counterTotal(db, list)])
    return { total: counting, isFew: total <= fewMaximum || (total * total) / 2 < reached * whole }
  }
  if (matches && (!late || party_id !== undefined || !matches.all)) return { total: undefined, isFew: undefined }
  if (matches?.isOfAsked && party_id === undefined) return isFew(Promise.resolve(matches.total))
  if (late && (matches || party_id !== undefined)) return isFew(countOverdue(db, session.organization_id, list, late))
  if (late) {
    // By day an index serves few and many matches alike.
    const total = overdueTotal(db, list, late.day)
    return {
      total,
      isFew: !isOwnDay && (await cachedTotal(`${session.organization_id} ${list.kind}`, total)) <= fewMaximum,
    }
  }
  const isRareStatus = asked.isOfStatus && party_id === undefined && !isOwnDay
  return { total: undefined, isFew: isRareStatus ? (await counterTotal(db, list)) <= fewMaximum : undefined }
}

const known = new Map<string, number>()
const knownMaximum = 1000

/**
 * An estimate of the number of rows. It is not awaited if it was estimated before: it only chooses the shorter access
 * path, and both read the same rows.
 */
async function cachedTotal(key: string, counting: Promise<number>): Promise<number> {
  const last = known.get(key)
  const noted = counting.then((total) => {
    if (known.size >= knownMaximum) known.clear()
    known.set(key, total)
    return total
  })
  if (last === undefined) return noted
  // The caller that requested the total receives its failure.
  noted.catch(() => {})
  return last
}
