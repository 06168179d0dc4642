import { setTimeout as sleep } from 'node:timers/promises'

/** The connection ended or could not be opened, in any of its ways. */
export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  if (typeof code === 'string' && /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|ENOENT)/.test(code)) return true
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|connection has been discarded/.test(
      message,
    )
  )
}

// A PostgreSQL that was killed is back within about two seconds, on a machine with much to do within five; after seven we say
// that it is away.
const attemptsMaximum = 16
const pause_ms = (attempt: number) => Math.min(attempt * 100, 500)

/**
 * How long to wait before asking a database again that went away, before the nth attempt after the first; undefined
 * when it stayed away for too long, or when nothing but a full pool keeps us waiting.
 */
export function reconnectDelay(error: unknown, attempt: number): number | undefined {
  const { code, message } = error as { code?: string; message?: string }
  const isFull = message?.includes('timeout exceeded when trying to connect')
  const isAway = /^(08|57P)/.test(String(code)) || (isConnectionLoss(error) && !isFull)
  return isAway && attempt <= attemptsMaximum ? pause_ms(attempt) : undefined
}

/** Asks until the database is back; `ask` changes nothing, or nothing that may not be changed twice. */
export async function retryUntilAvailable<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      const pause = reconnectDelay(error, attempt)
      if (pause === undefined) throw error
      await sleep(pause)
    }
  }
}
