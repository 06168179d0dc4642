import { ApiError } from '../ApiError.ts'
import { readSession } from '../session.ts'
import { keepSeen, lastSeen } from './lastSeen.ts'

/** An answer that was not asked for now, with the moment at which the server gave it. */
export type MaybeSeen<Answer> = Answer & { seen_at?: number }

/** The server's answer; where it cannot be reached, the one that this user saw last. Throws where there is none. */
export async function orLastSeen<Answer extends object>(
  address: string,
  ask: () => Promise<Answer>,
): Promise<MaybeSeen<Answer>> {
  const { user } = readSession()
  const key = `${user?.organization.id} ${user?.id} ${address}`
  try {
    const answer = await ask()
    void keepSeen(key, answer)
    return answer
  } catch (error) {
    const seen = isWithoutConnection(error) ? await lastSeen<Answer>(key) : undefined
    if (!seen) throw error
    return { ...seen.value, seen_at: seen.at }
  }
}

export const isWithoutConnection = (error: unknown): boolean => error instanceof ApiError && error.status === 0
