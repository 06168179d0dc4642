// A negative figure, or digits joined by hyphens: a day, a bill's number. What begins with a letter reads right anyhow.
const turned = /(?<![\w-])(?:-\d[\d.,]*%?|\d+(?:-\w+)+)/g
const day = /^\d{4}-\d\d-\d\d$/
const [open, close, joined] = ['\u2066', '\u2069', '\u2060']

/**
 * After Arabic text 2026-12-31 would read 31-12-2026; these marks isolate it left to right. A date does not break at
 * its hyphens either. Our fields remove the marks from pasted text.
 */
export const isolateBidi = (text: string): string =>
  text.replace(turned, (island) => `${open}${day.test(island) ? island.replaceAll('-', `-${joined}`) : island}${close}`)
