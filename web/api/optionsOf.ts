import type { Call, Resource } from '#contract/kit/resource.ts'

/** The option call of a resource that has one; asking one that has none is our mistake. */
export function optionsOf<R extends Resource>(resource: R): NonNullable<R['calls']['options']> & Call {
  const { options } = resource.calls
  if (!options) throw new Error(`${resource.name} offers no options`)
  return options as NonNullable<R['calls']['options']> & Call
}
