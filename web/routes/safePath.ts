/** Only a path of our own: `//elsewhere` and `/\elsewhere` are other people's servers, also with a tab or a line break between, which browsers take out. */
export const safePath = (wanted: unknown): string =>
  typeof wanted === 'string' && (wanted === '/' || /^\/[^/\\]/.test(wanted)) && !/[\u0000-\u0020\u007f]/.test(wanted)
    ? wanted
    : '/'
