export type Figures = { count: number; p50: number; p95: number; p99: number; max: number; perSecond: number }

/** A row of the results. `floor`: what it is compared with, measured in turns. */
export type Measured = { what: string; figures: Figures; floor?: Figures; note?: string }

let share = 1

/** Every measurement takes this share of its calls, and at least one: for a run that shows whether the benchmark works. */
export function shorten(to: number): void {
  share = to
}

/** How many of so many calls are made. */
export const callsOf = (count: number): number => Math.max(1, Math.ceil(count * share))

/** Milliseconds of `count` calls, one after the other, after some that warm up and are not counted. */
export async function inTurn(count: number, call: (index: number) => Promise<unknown>, warm = 20): Promise<Figures> {
  for (let index = 0; index < callsOf(warm); index++) await call(-1 - index)
  const times: number[] = []
  const start = performance.now()
  for (let index = 0; index < callsOf(count); index++) times.push(await timed(() => call(index)))
  return figures(times, performance.now() - start)
}

/** Two works taken in turns, so that the minute which is slow for the one is slow for the other: what is compared is asked so. */
export async function besides(
  count: number,
  call: () => Promise<unknown>,
  floor: () => Promise<unknown>,
  warm = 20,
): Promise<{ figures: Figures; floor: Figures }> {
  const [times, floors]: [number[], number[]] = [[], []]
  for (let index = -callsOf(warm); index < callsOf(count); index++) {
    const [time, bare] = [await timed(call), await timed(floor)]
    if (index < 0) continue
    times.push(time)
    floors.push(bare)
  }
  return { figures: figures(times), floor: figures(floors) }
}

/** The same by several at once, each doing one call after the other; those that warm up come at once as well. */
export async function atOnce(
  clients: number,
  each: number,
  call: (client: number) => Promise<unknown>,
  warm = 20,
): Promise<Figures> {
  const times: number[] = []
  const round = (calls: number, note: (time: number) => void) =>
    Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let index = 0; index < calls; index++) note(await timed(() => call(client)))
      }),
    )
  await round(callsOf(warm), () => {})
  const start = performance.now()
  await round(callsOf(each), (time) => times.push(time))
  return figures(times, performance.now() - start)
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

function figures(times: number[], elapsed_ms = times.reduce((sum, time) => sum + time, 0)): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
  return {
    count: times.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: sorted.at(-1) as number,
    perSecond: (times.length / elapsed_ms) * 1000,
  }
}
