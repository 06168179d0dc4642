import { webhookReads, webhooksOfPlaces } from '#contract/access/webhooks.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

const maySee = ({ session }: Context, resource: string): boolean => {
  const permission = webhookReads[resource]
  return permission === undefined || session.is_owner || session.authority.has(permission)
}

/** A record of a place reaches an address whichever place it is of. */
const isOfOthers = ({ session }: Context, resource: string): boolean =>
  session.places !== null && webhooksOfPlaces.includes(resource)

/** What leaves by an event is the record: who may not read it chooses no event of it. */
export function requireReadableEvents(context: Context, events: readonly string[]): void {
  const resources = events.map((event) => event.split('.')[0] as string)
  if (resources.some((resource) => isOfOthers(context, resource)))
    throw new Refusal('webhook_of_all_places', { field: 'events' })
  const hidden = resources.findIndex((resource) => !maySee(context, resource))
  if (hidden < 0) return
  const permission = webhookReads[resources[hidden] as string] as string
  throw new Refusal('webhook_event_unreadable', {
    field: 'events',
    params: { event: events[hidden] as string, permission },
  })
}

/** The record in a delivery is shown, and sent again, to who may read it. */
export function requireReadableRecord(context: Context, resource: string): void {
  if (!maySee(context, resource) || isOfOthers(context, resource)) throw new Refusal('not_permitted')
}
