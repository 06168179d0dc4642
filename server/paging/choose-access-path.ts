import type { Context } from '#server/core/context.ts'
import { type CounterList, counterTotal, overdueTotal } from './counter-list.ts'
import { countOverdue, type Late } from './overdue-rows.ts'
import type { Matches } from './resolve-keyword.ts'

const fewMaximum = 1000

type Asked = {
  late: Late | undefined
  party_id: number | undefined
  matches: Matches | null
  /** Whether it is asked for in the order of its days, in which every narrowing has an index. */
  isOwnDay: boolean
  isOfStatus: boolean
  /** So many rows are asked for, with those of the pages before. */
  reached: number
}
/** The total, where it was asked for; `isFew`: whether all are better read and sorted than met while the list is read in its order. */
type HowMany = { total: Promise<number> | undefined; isFew: boolean | undefined }

/** How many rows a list narrowed to has, where that decides how they are read. */
export async function chooseAccessPath(
  { db, session }: Pick<Context, 'db' | 'session'>,
  list: CounterList,
  asked: Asked,
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
    // By day they are met at once, few or many.
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
 * About how many there are, without waiting where it was asked before: it only says which way of reading is the shorter, and both
 * ways read the same rows.
 */
async function cachedTotal(key: string, counting: Promise<number>): Promise<number> {
  const last = known.get(key)
  const noted = counting.then((total) => {
    if (known.size >= knownMaximum) known.clear()
    known.set(key, total)
    return total
  })
  if (last === undefined) return noted
  // Whoever asked for the total hears of its failure.
  noted.catch(() => {})
  return last
}
