/** One statement that writes what several have handed over. */
export type JointWrite<Part> = (parts: readonly Part[]) => Promise<unknown>

/**
 * What those who share a transaction write by the same statement and no answer shows: entries, moves, the log of who did
 * what. It is sent when the last of them has written what others wait for, and with the commit at the latest; `send`
 * gives every statement's outcome to the commit.
 */
export function createJointWrites(send: (written: Promise<unknown>) => void) {
  const handed = new Map<JointWrite<never>, unknown[]>()
  return {
    add<Part>(write: JointWrite<Part>, part: Part): void {
      const parts = handed.get(write)
      if (parts) parts.push(part)
      else handed.set(write, [part])
    },
    sendAll(): void {
      const all = [...handed]
      handed.clear()
      for (const [write, parts] of all) send((write as JointWrite<unknown>)(parts))
    },
  }
}
