import type { SessionUser } from '#contract/access/auth.ts'
import { type ReportName, reportIndex } from '#contract/reports/report-index.ts'

export const shownOnTop = 6
/** What most people open first, until they opened others more often. */
const usual: readonly ReportName[] = [
  'profit_and_loss',
  'balance_sheet',
  'vat_return',
  'aged_receivables',
  'trial_balance',
  'customer_statement',
]

type User = Pick<SessionUser, 'id'> & { organization: { id: number } }
type Uses = Partial<Record<ReportName, number>>
const keyOf = ({ id, organization }: User) => `mizan-reports-${organization.id}-${id}`

/** Every report by how often this person opened it in this browser; the usual ones are first among equals. */
export const mostUsedReports = (user: User): ReportName[] => byUse(readUses(user))

export function byUse(uses: Uses): ReportName[] {
  const others = reportIndex.map(([name]) => name).filter((name) => !usual.includes(name))
  return [...usual, ...others].sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0))
}

/** A report was opened. */
export function countReport(user: User, name: ReportName): void {
  const uses = readUses(user)
  try {
    localStorage.setItem(keyOf(user), JSON.stringify({ ...uses, [name]: (uses[name] ?? 0) + 1 }))
  } catch {
    // Without storage the usual ones stay on top.
  }
}

function readUses(user: User): Uses {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Uses) : {}
  } catch {
    return {}
  }
}
