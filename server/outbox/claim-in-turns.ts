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
 * that they never hold the place of another one's.
 */
export async function claimInTurns(pool: Pool, sending: Iterable<DueMessage>): Promise<DueMessage[]> {
  const lanes = new Map<OutboxLane, number>()
  const owners = new Map<string, number>()
  const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { lane, organization_id } of sending) {
    count(lanes, lane)
    count(owners, `${lane} ${organization_id}`)
  }
  const free = Object.entries(ofLane).map(
    ([lane, most]) => [lane, most - (lanes.get(lane as OutboxLane) ?? 0)] as const,
  )
  const full = free.filter(([, room]) => room <= 0).map(([lane]) => lane)
  if (full.length === free.length) return []
  const busy = [...owners].map(([key, running]) => [...key.split(' '), ofOwner - running] as const)
  const { rows } = await pool.query<DueMessage>(claimQuery, [
    claim_s,
    full,
    busy.map(([lane]) => lane),
    busy.map(([, organization]) => Number(organization)),
    busy.map(([, , room]) => room),
    free.map(([lane]) => lane),
    free.map(([, room]) => room),
    lookedAt,
    ofOwner,
  ])
  return rows
}

const claimQuery = `
  WITH busy AS (SELECT * FROM unnest($3::text[], $4::bigint[], $5::integer[]) AS one (lane, organization_id, room)),
  due AS (
    SELECT d.organization_id, d.message_id, d.lane, d.due_at FROM outbox_directory AS d
    WHERE d.due_at <= now() AND d.lane <> ALL ($2::text[])
      AND NOT EXISTS (SELECT FROM busy WHERE busy.lane = d.lane AND busy.organization_id = d.organization_id AND busy.room <= 0)
    ORDER BY d.due_at LIMIT $8 FOR UPDATE SKIP LOCKED),
  of_owner AS (
    SELECT due.*, row_number() OVER (PARTITION BY due.lane, due.organization_id ORDER BY due.due_at) AS place FROM due),
  of_lane AS (
    SELECT o.*, row_number() OVER (PARTITION BY o.lane ORDER BY o.place, o.due_at) AS position FROM of_owner AS o
    LEFT JOIN busy ON busy.lane = o.lane AND busy.organization_id = o.organization_id
    WHERE o.place <= coalesce(busy.room, $9)),
  taken AS (
    SELECT l.organization_id, l.message_id FROM of_lane AS l
    JOIN unnest($6::text[], $7::integer[]) AS free (lane, room) ON free.lane = l.lane AND l.position <= free.room)
  UPDATE outbox_directory AS claimed SET due_at = now() + make_interval(secs => $1) FROM taken
  WHERE claimed.organization_id = taken.organization_id AND claimed.message_id = taken.message_id
  RETURNING claimed.organization_id, claimed.message_id, claimed.lane`
