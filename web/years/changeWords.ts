import type { Year } from './Year.ts'

/** The words of a change of status: a year that was open before is opened again. */
export const changeWords = <To extends string>(year: Year, to: To) =>
  to === 'open' && year.status !== 'draft' ? 'reopened' : to
