/** The time, injected so that tests can stand on any day. */
export type Clock = { now(): Date }
export const systemClock: Clock = { now: () => new Date() }
