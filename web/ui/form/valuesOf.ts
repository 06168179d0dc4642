import type { Values } from './FormScope.ts'

/** A record as a form starts with it: what it has over the defaults, empty instead of null. */
export function valuesOf(record: object | undefined, defaults: Values): Values {
  const known = Object.entries(record ?? {}).map(([key, value]) => [key, value ?? ''])
  return { ...defaults, ...Object.fromEntries(known) }
}
