import type { Call } from '#contract/kit/resource.ts'

/** Only known parameters of an address are sent: the server refuses unknown names, and a link may contain anything. */
export function askedOf({ query }: Pick<Call, 'query'>, search: Record<string, unknown>): Record<string, unknown> {
  const known = (query as { shape?: object } | undefined)?.shape ?? {}
  return Object.fromEntries(Object.entries(search).filter(([key]) => key in known))
}
