/** What the specification lets a screen ask of a list although its rows have nothing like it: taken, and says nothing. By the path. */
export const unusedQueries: Readonly<Record<string, readonly string[]>> = {
  '/accounting/expense-payments': ['status', 'categories', 'types'],
  '/accounting/journal-entries': ['sort'],
}
