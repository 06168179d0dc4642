/** Where journal entries live in the application. */
export const journalPath = '/accounting/journal-entries'
