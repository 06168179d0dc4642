/** Round values that no bar passes, from zero or from below it where a value is negative: four to six lines to read heights by. */
export function valueAxis(highest: number, lowest = 0): number[] {
  const range = Math.max(1, highest, -lowest)
  const power = 10 ** Math.floor(Math.log10(range / 4))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= range / 4) ?? 10) * power
  const below = Math.ceil(Math.max(0, -lowest) / step)
  const above = Math.ceil(Math.max(below > 0 ? 0 : 1, highest) / step)
  return Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step)
}
