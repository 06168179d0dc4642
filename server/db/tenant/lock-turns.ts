/** One member's turn in a group commit. A member that is alone never waits. */
export type Turn = {
  /**
   * Locks the rows of `keys` together with those of all members, in the order of their keys. Resolves with the member's
   * own rows when it is its turn to write. Row objects are shared: a member that changes a row leaves the new state in
   * its object for the members after it.
   */
  acquireInOrder<Row>(keys: readonly number[], lock: LockRows<Row>): Promise<Map<number, Row>>
  /** Everything that later members must find has been sent: the next member may write. */
  release(): void
}
export type LockRows<Row> = (keys: readonly number[]) => Promise<Map<number, Row>>
type Asked = { keys: readonly number[]; lock: LockRows<unknown>; begin(rows: Promise<Map<number, unknown>>): void }

/**
 * The turns of `count` members that run concurrently on one connection. No rows are locked until all members have said
 * which ones they need, so that they are locked in one order; then the members write one after the other. `onPassed` is
 * called once, when no member will write any more. A member that ends, in any way, has passed.
 */
export function createTurns(count: number, onPassed: () => void): { turns: Turn[]; ended(index: number): void } {
  const asked: (Asked | null)[] = Array(count).fill(null)
  const hasPassed: boolean[] = Array(count).fill(false)
  let rows: Promise<Map<number, unknown>> | null = null
  let current = -1

  const advance = () => {
    while (current < count && (current < 0 || hasPassed[current])) {
      current++
      if (current === count) return onPassed()
      if (rows) asked[current]?.begin(rows)
    }
  }
  const startWhenAllAsked = () => {
    if (rows || asked.some((one, index) => one === null && !hasPassed[index])) return
    const [first] = asked.filter((one) => one !== null)
    if (first) rows = first.lock(ordered(asked.flatMap((one) => one?.keys ?? [])))
    // The waiting members are rejected. Failing before any turn has come is not an unhandled rejection.
    rows?.catch(() => {})
    advance()
  }
  const pass = (index: number) => {
    if (hasPassed[index]) return
    hasPassed[index] = true
    if (rows || current >= 0) advance()
    else startWhenAllAsked()
  }
  const turnOf = (index: number): Turn => ({
    acquireInOrder: <Row>(keys: readonly number[], lock: LockRows<Row>) =>
      new Promise<Map<number, Row>>((resolve, reject) => {
        const begin = (locked: Promise<Map<number, unknown>>) =>
          locked.then((all) => resolve(pick(all as Map<number, Row>, keys)), reject)
        asked[index] = { keys, lock, begin }
        startWhenAllAsked()
      }),
    release: () => pass(index),
  })
  return { turns: Array.from({ length: count }, (_, index) => turnOf(index)), ended: pass }
}

const ordered = (keys: readonly number[]) => [...new Set(keys)].sort((a, b) => a - b)

function pick<Row>(rows: Map<number, Row>, keys: readonly number[]): Map<number, Row> {
  return new Map(
    ordered(keys).flatMap((key) => {
      const row = rows.get(key)
      return row === undefined ? [] : [[key, row] as const]
    }),
  )
}
