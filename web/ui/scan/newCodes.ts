/** A code that left the picture for so long is a new one when it comes again. */
const away_ms = 1_200

/** Tells the codes that came into the picture from those that are still there. */
export function newCodes(): (codes: readonly string[], now: number) => string[] {
  const seen = new Map<string, number>()
  return (codes, now) => {
    const fresh = [...new Set(codes)].filter((code) => now - (seen.get(code) ?? Number.NEGATIVE_INFINITY) > away_ms)
    for (const code of codes) seen.set(code, now)
    return fresh
  }
}
