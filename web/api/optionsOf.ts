import type { Call, Resource } from '#contract/kit/resource.ts'

/** The options call of a resource. Throws for a resource without one, which is a programmer error. */
export function optionsOf<R extends Resource>(resource: R): NonNullable<R['calls']['options']> & Call {
  const { options } = resource.calls
  if (!options) throw new Error(`${resource.name} offers no options`)
  return options as NonNullable<R['calls']['options']> & Call
}
