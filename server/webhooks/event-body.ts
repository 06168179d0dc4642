export type StoredEvent = { id: number; type: string; at: Date; data: unknown }

/** The id that a receiver tells repeated deliveries by: the same in every attempt and replay. */
export const eventIdOf = (organizationId: number, eventId: number): string => `evt_${organizationId}_${eventId}`

/** The request body, identical byte by byte in every attempt. */
export const bodyOfEvent = ({ type, at, data }: StoredEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })
