/** A day so many days later, both YYYY-MM-DD: counted in UTC, where every day has 24 hours. */
export function addDays(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}
