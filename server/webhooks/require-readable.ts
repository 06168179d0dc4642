import { webhookReads } from '#contract/access/webhooks.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

const maySee = ({ session }: Context, resource: string): boolean => {
  const permission = webhookReads[resource]
  return permission === undefined || session.is_owner || session.authority.has(permission)
}

/** What leaves by an event is the record: who may not read it chooses no event of it. */
export function requireReadableEvents(context: Context, events: readonly string[]): void {
  const hidden = events.find((event) => !maySee(context, event.split('.')[0] as string))
  if (hidden === undefined) return
  const permission = webhookReads[hidden.split('.')[0] as string] as string
  throw new Refusal('webhook_event_unreadable', { field: 'events', params: { event: hidden, permission } })
}

/** The record in a delivery is shown, and sent again, to who may read it. */
export function requireReadableRecord(context: Context, resource: string): void {
  if (!maySee(context, resource)) throw new Refusal('not_permitted')
}
