/** What a select shows when the label of its choice becomes another: the new label, unless something else was typed. */
export const textAfterLabel = (text: string, before: string, after: string): string => (text === before ? after : text)
