/** Filters that the specification allows for a list whose rows have no such field: accepted without effect. By path. */
export const unusedQueries: Readonly<Record<string, readonly string[]>> = {
  '/accounting/expense-payments': ['status', 'categories', 'types'],
  '/accounting/journal-entries': ['sort'],
}
