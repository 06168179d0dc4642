export const setOffsPath = '/accounting/set-offs'
