// A negative figure, or digits joined by hyphens: a day, a bill's number. What begins with a letter reads right anyhow.
const turned = /(?<![\w-])(?:-\d[\d.,]*%?|\d+(?:-\w+)+)/g
const day = /^\d{4}-\d\d-\d\d$/
const [open, close, joined] = ['\u2066', '\u2069', '\u2060']

/**
 * Behind Arabic words 2026-12-31 would read 31-12-2026; in these marks it is an island that reads left to right. A day is not broken
 * at its hyphens either, where a line ends; our fields take what is copied from it without these marks.
 */
export const isolateBidi = (text: string): string =>
  text.replace(turned, (island) => `${open}${day.test(island) ? island.replaceAll('-', `-${joined}`) : island}${close}`)
