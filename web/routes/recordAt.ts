import type { PageEntry } from './PageEntry.ts'

/** The calls of a page that shows the record of its address, with sections of it; none for an address without a number. */
export const recordAt =
  (path: string, ...sections: readonly string[]): NonNullable<PageEntry['reads']> =>
  ({ id }) =>
    id && /^[1-9]\d*$/.test(id) ? [`${path}/${id}`, ...sections.map((section) => `${path}/${id}/${section}`)] : []
