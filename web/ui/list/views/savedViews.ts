import { z } from 'zod'

/** What of a list a person has arranged in this browser: the columns left out, and views by name. */
const arranged = z.object({
  hidden: z.array(z.string()).default([]),
  views: z.array(z.object({ name: z.string(), search: z.record(z.string(), z.string()) })).default([]),
})
export type Arranged = z.output<typeof arranged>
const nothing: Arranged = { hidden: [], views: [] }

// Listeners, so that the table follows its menu; the browser's own event tells other tabs only.
const listeners = new Set<() => void>()
const read = new Map<string, { stored: string | null; value: Arranged }>()

export const subscribeArranged = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The same object for as long as what is stored is the same. A browser that forbids storage arranges nothing. */
export function readArranged(key: string): Arranged {
  try {
    const stored = localStorage.getItem(key)
    const last = read.get(key)
    if (last && last.stored === stored) return last.value
    const parsed = stored === null ? undefined : arranged.safeParse(JSON.parse(stored)).data
    const value = parsed ?? nothing
    read.set(key, { stored, value })
    return value
  } catch {
    return nothing
  }
}

export function writeArranged(key: string, value: Arranged): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // What is arranged then holds for nothing, as before.
  }
  for (const listener of listeners) listener()
}
