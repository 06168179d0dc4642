/** A day so many days later, both YYYY-MM-DD: counted in UTC, where every day has 24 hours. */
export function addDays(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}

/** The number of days between two days. Null if either is invalid, or the second is before the first. */
export function daysBetween(from: string, to: string): number | null {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
  return /^\d{4}-\d{2}-\d{2}$/.test(from) && /^\d{4}-\d{2}-\d{2}$/.test(to) && days >= 0 ? days : null
}
