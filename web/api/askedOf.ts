import type { Call } from '#contract/kit/resource.ts'

/** Of an address only what the call knows is asked: the server refuses the rest by name, and a link may bring anything along. */
export function askedOf({ query }: Pick<Call, 'query'>, search: Record<string, unknown>): Record<string, unknown> {
  const known = (query as { shape?: object } | undefined)?.shape ?? {}
  return Object.fromEntries(Object.entries(search).filter(([key]) => key in known))
}
