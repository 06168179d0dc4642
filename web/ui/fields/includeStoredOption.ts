import type { Values } from '../form/FormScope.ts'

/** What a stored record names in a field, as its options are asked for: they hold it though it is no longer in use. */
export const includeStoredOption = (values: Values, name: string): Record<string, string> =>
  values.version === undefined || !values[name] ? {} : { with_id: String(values[name]) }
