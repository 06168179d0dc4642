/** Only a path of our own: `//elsewhere` and `/\elsewhere` are other people's servers. */
export const safePath = (wanted: unknown): string =>
  typeof wanted === 'string' && (wanted === '/' || /^\/[^/\\]/.test(wanted)) ? wanted : '/'
