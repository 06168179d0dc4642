/** One member's place among those who share a transaction. Alone, there is nobody to wait for. */
export type Turn = {
  /**
   * Locks the rows of `keys` together with those of all the others, in the order of their keys, and answers one's own
   * when it is one's turn to write. Row objects are shared: whoever changes what a row holds leaves the new state in its
   * object for those behind.
   */
  acquireInOrder<Row>(keys: readonly number[], lock: Lock<Row>): Promise<Map<number, Row>>
  /** Everything that those behind must find is on its way: the next may write. */
  release(): void
}
type Lock<Row> = (keys: readonly number[]) => Promise<Map<number, Row>>
type Asked = { keys: readonly number[]; lock: Lock<unknown>; begin(rows: Promise<Map<number, unknown>>): void }

/**
 * The turns of `count` members that run at the same time on one connection. Nobody's rows are locked before all have
 * said which they need, so that they are locked in one order; then one writes after the other. `onPassed` is called
 * once, when nobody is left who will write. A member that ends, in whichever way, has passed.
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
    // Whoever waits for its turn is told; that it fails before anybody's turn has come is not unheard.
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
    acquireInOrder: <Row>(keys: readonly number[], lock: Lock<Row>) =>
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
