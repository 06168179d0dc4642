import type { Values } from '../form/FormScope.ts'

/** Requests options including the record's stored value, even if it is inactive. */
export const includeStoredOption = (values: Values, name: string): Record<string, string> =>
  values.version === undefined || !values[name] ? {} : { with_id: String(values[name]) }
