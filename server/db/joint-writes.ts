/** One statement for what several have handed over; answers each of them, in their order, where it has an answer. */
export type JointStatement<Part, Answer> = (parts: readonly Part[]) => Promise<readonly Answer[]> | Promise<void>

/**
 * When it is sent: what answers are made of, then what no answer shows: entries, moves, the log of who did what. So
 * answers are put together while the books are written.
 */
type Place = 'written' | 'kept'
const places: readonly Place[] = ['written', 'kept']

type Handed = { part: unknown; resolve(answer: unknown): void; reject(error: unknown): void }
type Statement = JointStatement<never, unknown>

/**
 * What those who share a transaction send by the same statement, once the last of them has handed over what he writes,
 * and with the commit at the latest; `send` gives every statement's outcome to the commit, `onWritten` hears that what
 * answers are made of is on its way.
 */
export function createJointWrites(send: (outcome: Promise<unknown>) => void, onWritten = () => {}) {
  const handed: Record<Place, Map<Statement, Handed[]>> = { written: new Map(), kept: new Map() }
  const run = async (statement: Statement, all: readonly Handed[]) => {
    try {
      const answers = await (statement as JointStatement<unknown, unknown>)(all.map(({ part }) => part))
      for (const [index, { resolve }] of all.entries()) resolve(answers?.[index])
    } catch (error) {
      for (const { reject } of all) reject(error)
      throw error
    }
  }
  return {
    add<Part, Answer>(place: Place, statement: JointStatement<Part, Answer>, part: Part): Promise<Answer> {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      // Who waits for nothing hears of it at the commit.
      promise.catch(() => {})
      const one = { part, resolve: resolve as Handed['resolve'], reject }
      const all = handed[place].get(statement)
      if (all) all.push(one)
      else handed[place].set(statement, [one])
      return promise
    },
    sendAll(): void {
      for (const place of places) {
        const all = [...handed[place]]
        handed[place].clear()
        for (const [statement, parts] of all) send(run(statement, parts))
        if (place === 'written' && all.length > 0) onWritten()
      }
    },
    /** Nothing more will be sent: whoever waits is told. */
    end(error: unknown): void {
      for (const place of places) for (const all of handed[place].values()) for (const { reject } of all) reject(error)
    },
  }
}
