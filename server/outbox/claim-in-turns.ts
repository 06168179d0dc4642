import type { Pool } from '#server/db/driver/pool.ts'
import type { OutboxLane } from './outbox.ts'

/** Longer than any delivery takes: a claim that is older belongs to a process that died. */
export const claim_s = 180
/** How many of a kind are sent at once, and how many of them for one organization. */
const ofLane: Record<OutboxLane, number> = { mail: 6, e_invoice: 6, webhook: 6, work: 4 }
const ofOwner = 2
/** The oldest ones that are looked at; what is at its limit is left out before they are counted. */
const lookedAt = 200

export type DueMessage = { organization_id: number; message_id: number; lane: OutboxLane }

/**
 * Claims what is due, in turns by kind and organization. Messages of an organization that waits for its receiver are not looked at, so
 * that they never hold the place of another one's. Looking locks nothing; of several processes that saw the same message, the first to claim
 * it has it.
 */
export async function claimInTurns(pool: Pool, sending: readonly DueMessage[]): Promise<DueMessage[]> {
  const running = countsOf(sending)
  const roomOf = (lane: OutboxLane) => ofLane[lane] - (running.lanes.get(lane) ?? 0)
  const full = lanes.filter((lane) => roomOf(lane) <= 0)
  if (full.length === lanes.length) return []
  const busy = [...running.owners.values()].filter(({ count }) => count >= ofOwner)
  const { rows: due } = await pool.query<DueMessage>(dueQuery, [
    full,
    busy.map(({ lane }) => lane),
    busy.map(({ organization_id }) => organization_id),
    lookedAt,
  ])
  const turns = inTurns(due, running.owners)
  const taken = lanes.flatMap((lane) => turns.filter((one) => one.lane === lane).slice(0, Math.max(0, roomOf(lane))))
  const claimed = await Promise.all(
    [...Map.groupBy(taken, ({ organization_id }) => organization_id)].map(([organization, own]) =>
      pool.query<DueMessage>(claimQuery, [claim_s, organization, own.map(({ message_id }) => message_id)]),
    ),
  )
  const own = claimed.flatMap(({ rows }) => rows)
  // Another process has all of them: what comes after them is looked at.
  return own.length === 0 && taken.length > 0 ? claimInTurns(pool, sending) : own
}

const lanes = Object.keys(ofLane) as OutboxLane[]

type Owner = Pick<DueMessage, 'lane' | 'organization_id'> & { count: number }
const ownerOf = ({ lane, organization_id }: DueMessage) => `${lane} ${organization_id}`

/** How many messages of each kind, and of each kind and organization, are being sent. */
function countsOf(sending: readonly DueMessage[]) {
  const counts = { lanes: new Map<OutboxLane, number>(), owners: new Map<string, Owner>() }
  for (const { lane, organization_id, ...rest } of sending) {
    counts.lanes.set(lane, (counts.lanes.get(lane) ?? 0) + 1)
    const key = ownerOf({ lane, organization_id, ...rest })
    const count = (counts.owners.get(key)?.count ?? 0) + 1
    counts.owners.set(key, { lane, organization_id, count })
  }
  return counts
}

/** The first message of each organization, then the second of each, as long as the organization has room. */
function inTurns(due: readonly DueMessage[], running: ReadonlyMap<string, Owner>): DueMessage[] {
  const rounds: DueMessage[][] = []
  for (const [key, own] of Map.groupBy(due, ownerOf)) {
    const room = Math.max(0, ofOwner - (running.get(key)?.count ?? 0))
    for (const [place, message] of own.slice(0, room).entries()) rounds[place] = [...(rounds[place] ?? []), message]
  }
  return rounds.flat()
}

const dueQuery = `
  SELECT due.organization_id, due.message_id, due.lane FROM outbox_directory AS due
  WHERE due.due_at <= now() AND due.lane <> ALL ($1::text[])
    AND NOT EXISTS (SELECT FROM unnest($2::text[], $3::bigint[]) AS busy (lane, organization_id)
      WHERE busy.lane = due.lane AND busy.organization_id = due.organization_id)
  ORDER BY due.due_at LIMIT $4`

const claimQuery = `
  UPDATE outbox_directory SET due_at = now() + make_interval(secs => $1)
  WHERE organization_id = $2 AND message_id = ANY ($3::bigint[]) AND due_at <= now()
  RETURNING organization_id, message_id, lane`
