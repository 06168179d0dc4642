/** How many run at once, in all and of one owner, how many wait, and how long one waits before it is refused. */
export type TurnLimits = {
  running: number
  runningOfOne: number
  waiting: number
  waitingOfOne: number
  patience_ms: number
}
type Waiting<Owner> = { owner: Owner; enter(): void; refuse(): void; since: number }
export type FairTurns<Owner> = {
  /** Settles when it is this owner's turn. Fails at once if the queues are full, and after the patience. */
  enter(owner: Owner, gone?: AbortSignal): Promise<void>
  leave(owner: Owner): void
  /** Enters, works, and leaves. */
  take<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result>
}

/**
 * Bounded queues with fair turns (round robin). As long as there is room, nothing waits. Then each owner has its own queue. What ends
 * makes room for the next owner in turn, not for the longest queue. No owner takes all places, so that the first of another owner
 * starts soon. What cannot be served is refused, at once or after the patience, also when nothing else enters or leaves.
 */
export function createFairTurns<Owner>(
  limits: TurnLimits,
  refusal: () => Error,
  now: () => number = Date.now,
): FairTurns<Owner> {
  const running = new Map<Owner, number>()
  const queues = createQueues<Owner>()
  let all = 0

  const mayRun = (owner: Owner) => all < limits.running && (running.get(owner) ?? 0) < limits.runningOfOne
  const begin = (owner: Owner) => {
    all++
    running.set(owner, (running.get(owner) ?? 0) + 1)
  }
  const late = createLateRefusal(queues, () => now() - limits.patience_ms)

  const turns: FairTurns<Owner> = {
    enter(owner, gone) {
      if (queues.of(owner) === 0 && mayRun(owner)) {
        begin(owner)
        return Promise.resolve()
      }
      late.refuse()
      if (queues.size() >= limits.waiting || queues.of(owner) >= limits.waitingOfOne) return Promise.reject(refusal())
      return new Promise((resolve, reject) => {
        const one: Waiting<Owner> = { owner, enter: resolve, refuse: () => reject(refusal()), since: now() }
        queues.add(one)
        late.watch()
        gone?.addEventListener('abort', () => {
          queues.drop(one)
          one.refuse()
        })
      })
    },
    leave(owner) {
      all--
      const left = (running.get(owner) ?? 1) - 1
      if (left > 0) running.set(owner, left)
      else running.delete(owner)
      late.refuse()
      for (let next = queues.next(mayRun); next; next = queues.next(mayRun)) {
        begin(next.owner)
        next.enter()
      }
    },
    async take(owner, work) {
      await turns.enter(owner)
      try {
        return await work()
      } finally {
        turns.leave(owner)
      }
    },
  }
  return turns
}

const lookEvery_ms = 250

/** Refuses what has waited since before the moment, also on a timer while anything waits. */
function createLateRefusal<Owner>(queues: Queues<Owner>, moment: () => number) {
  let isWatching = false
  const refuse = () => {
    for (const one of queues.waitingSince(moment())) {
      queues.drop(one)
      one.refuse()
    }
  }
  const watch = () => {
    if (isWatching) return
    isWatching = true
    setTimeout(() => {
      isWatching = false
      refuse()
      if (queues.size() > 0) watch()
    }, lookEvery_ms).unref()
  }
  return { refuse, watch }
}

type Queues<Owner> = ReturnType<typeof createQueues<Owner>>

/** A queue for each owner, in the order of their turns. An owner that had its turn goes to the end. */
function createQueues<Owner>() {
  const queues = new Map<Owner, Waiting<Owner>[]>()
  let size = 0
  const drop = (one: Waiting<Owner>) => {
    const queue = queues.get(one.owner) ?? []
    const place = queue.indexOf(one)
    if (place < 0) return
    queue.splice(place, 1)
    size--
    if (queue.length === 0) queues.delete(one.owner)
  }
  return {
    drop,
    size: () => size,
    of: (owner: Owner) => queues.get(owner)?.length ?? 0,
    /** Each queue is in order of arrival: the oldest is first. */
    waitingSince(moment: number): Waiting<Owner>[] {
      const late = [...queues.values()].filter(([first]) => first && first.since < moment)
      return late.flatMap((queue) => queue.filter(({ since }) => since < moment))
    },
    add(one: Waiting<Owner>) {
      const queue = queues.get(one.owner)
      if (queue) queue.push(one)
      else queues.set(one.owner, [one])
      size++
    },
    /** The first of the next owner that may run. */
    next(mayRun: (owner: Owner) => boolean): Waiting<Owner> | undefined {
      for (const [owner, queue] of queues) {
        const [first] = queue
        if (!first || !mayRun(owner)) continue
        drop(first)
        if (queue.length > 0) {
          queues.delete(owner)
          queues.set(owner, queue)
        }
        return first
      }
      return undefined
    },
  }
}
