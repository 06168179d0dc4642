/** What a run of an import knows, with what the rows at work have added: retained when they are written, dropped when they are rolled back. */
export type StagedMap<Value> = {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  keep(): void
  drop(): void
}

export function stagedMap<Value>(stored: Iterable<readonly [string, Value]> = []): StagedMap<Value> {
  const known = new Map(stored)
  const staged = new Map<string, Value>()
  return {
    get: (key) => staged.get(key) ?? known.get(key),
    set: (key, value) => void staged.set(key, value),
    keep: () => {
      for (const [key, value] of staged) known.set(key, value)
      staged.clear()
    },
    drop: () => staged.clear(),
  }
}
