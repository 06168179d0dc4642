const kept = 6
type RecentCommand = { to: string; title: string; detail?: string }

const keyOf = (user: string) => `mizan-recent-${user}`

/** The user's latest choices in this browser, newest first. */
export function readRecent(user: string): RecentCommand[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isChosen) : []
  } catch {
    return []
  }
}

export function remember(user: string, { to, title, detail }: RecentCommand): void {
  const others = readRecent(user).filter((one) => one.to !== to)
  try {
    localStorage.setItem(keyOf(user), JSON.stringify([{ to, title, detail }, ...others].slice(0, kept)))
  } catch {
    // Without storage nothing is remembered.
  }
}

const isChosen = (value: unknown): value is RecentCommand =>
  typeof value === 'object' && value !== null && 'to' in value && 'title' in value && typeof value.title === 'string'
