// A negative figure, or digits joined by hyphens: a day, a bill's number. What begins with a letter reads right anyhow.
const turned = /(?<![\w-])(?:-\d[\d.,]*%?|\d+(?:-\w+)+)/g
const [open, close] = ['\u2066', '\u2069']

/** Behind Arabic words 2026-12-31 would read 31-12-2026; in these marks it is an island that reads left to right. */
export const isolated = (text: string): string => text.replace(turned, (island) => `${open}${island}${close}`)
