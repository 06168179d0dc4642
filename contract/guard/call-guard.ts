/**
 * Requirements of a call beyond its permission. `person`: not available to API keys. `confirmed`: a person who recently
 * proved their identity by password and second factor.
 */
export type CallGuard = {
  asks?: 'person' | 'confirmed'
  /** The call is about how the person signs in: it works in the tenant of the credentials. */
  scope?: 'account'
}

const confirmed = { asks: 'confirmed' } as const
type Calls = { create: object; update: object; remove: object }

/** The resource with its writes asking for a confirmed person. */
export function confirmWrites<Own extends { calls: Calls }>(resource: Own) {
  const { create, update, remove } = resource.calls
  const calls = {
    ...(resource.calls as Own['calls']),
    create: { ...(create as Own['calls']['create']), ...confirmed },
    update: { ...(update as Own['calls']['update']), ...confirmed },
    remove: { ...(remove as Own['calls']['remove']), ...confirmed },
  }
  return { ...resource, calls }
}
