import type { Without } from '#contract/reports/filters.ts'
import type { SheetColumn, SheetInput, SheetLabel, SheetRow } from '#contract/reports/sheet.ts'

/** Short ways to write the parts of a sheet. */
export const word = (key: string, code: string | null = null): SheetLabel => ({ word: key, code })
export const named = (row: { name: string; name_en: string | null }): SheetLabel => ({
  name: row.name,
  name_en: row.name_en,
})

export const column = (
  key: string,
  kind: SheetColumn['kind'],
  rest: Partial<Pick<SheetColumn, 'label' | 'group' | 'query'>> = {},
): SheetColumn => ({ key, kind, label: word(`columns.${key}`), ...rest })

/** Columns of which these are read first. */
export const withLeadingColumns = (by: readonly string[], columns: readonly SheetColumn[]): SheetColumn[] =>
  columns.map((one) => (by.includes(one.key) ? { ...one, leading: true } : one))

/** Number and name of an account, in the two columns every statement of accounts begins with; the name opens these days of it. */
export const accountColumns = (query: Record<string, string>): SheetColumn[] => [
  column('number', 'code'),
  column('account', 'label', { query }),
]

type AccountNames = { id: number; number: string; name: string; name_en: string | null }
export const accountRow = (account: AccountNames): Pick<SheetRow, 'key' | 'label' | 'texts' | 'link'> => ({
  key: `account:${account.id}`,
  label: named(account),
  texts: { number: account.number },
  link: { to: 'account_statement', query: { account_id: account.id } },
})

export const sheetOf = (
  period: { from?: string; to: string },
  columns: SheetColumn[],
  rows: SheetRow[],
  rest: Partial<SheetInput> = {},
): SheetInput => ({ period, columns, rows, notes: [], ...rest })

/** The filters that a report hands on to the one behind its figures. */
export function forwardedFilters(query: {
  branch_id?: readonly number[] | undefined
  cost_center_id?: readonly number[] | undefined
  include_closing?: boolean | undefined
  without?: readonly Without[] | undefined
  as_known_at?: string | undefined
}): Record<string, string> {
  return {
    ...(query.branch_id && { branch_id: query.branch_id.join() }),
    ...(query.cost_center_id && { cost_center_id: query.cost_center_id.join() }),
    ...(query.include_closing && { include_closing: 'true' }),
    ...(query.without && { without: query.without.join() }),
    ...(query.as_known_at && { as_known_at: query.as_known_at }),
  }
}
