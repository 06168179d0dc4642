/** The query string as plain text both ways: `?keyword=12` stays "12", and addresses stay readable. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const filled = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
    const text = new URLSearchParams(filled.map(([key, value]) => [key, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
}
