import { type ReportName, reportIndex, reportPath } from '#contract/reports/report-index.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import type { CellLeads } from '../framework/report-paper.ts'

type Row = Sheet['rows'][number]

/** Where the cells of one paper of the set lead. Figures open the application only where others reach it. */
export function leadsWithin(
  name: ReportName,
  language: string,
  trial: Sheet | undefined,
  publicUrl: string,
): CellLeads {
  const isTrial = name === 'trial_balance'
  const listed = new Set(trial?.rows.flatMap((row) => byKey(row) ?? []))
  const isReachable = !/^(localhost|127\.|\[::1\])/.test(new URL(publicUrl).host)
  return {
    ofName(row) {
      const account = isTrial ? byKey(row) : (byKey(row) ?? byLink(row))
      if (account === null || !listed.has(account)) return {}
      const anchor = `account-${account}-${language}`
      return isTrial ? { anchor } : { leads_to: anchor }
    },
    ofFigure(column, row) {
      const own = row.links?.[column.key]
      const link = own ?? (column.query && row.link)
      if (!isReachable || !link || !reportIndex.some(([report]) => report === link.to)) return undefined
      const asked = Object.entries({ ...(!own && column.query), ...link.query }).map(([one, value]) => [
        one,
        String(value),
      ])
      return `${publicUrl}${reportPath(link.to as ReportName)}?${new URLSearchParams(asked)}`
    },
  }
}

/** The account that a row is of. */
function byKey({ key }: Row): number | null {
  const named = /(?:^|:)account:(\d+)$/.exec(key)?.[1]
  return named === undefined ? null : Number(named)
}
const byLink = ({ link }: Row): number | null => (link?.query.account_id ? Number(link.query.account_id) : null)
