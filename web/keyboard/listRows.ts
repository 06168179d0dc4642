/** The rows of the list on the page, as a reader sees them. */
const listRows = (): HTMLTableRowElement[] => [
  ...document.querySelectorAll<HTMLTableRowElement>('#content table[role="table"] > tbody > tr[role="row"]'),
]

const focusedRow = (): HTMLTableRowElement | undefined =>
  document.activeElement?.closest<HTMLTableRowElement>('#content tbody > tr[role="row"]') ?? undefined

/** Moves the focus to the next or previous row; from outside of the list to its first one. */
export function walkRows(step: 1 | -1): HTMLTableRowElement | undefined {
  const rows = listRows()
  const focused = focusedRow()
  const at = focused ? rows.indexOf(focused) + step : 0
  const row = rows[Math.min(Math.max(at, 0), rows.length - 1)]
  if (!row) return undefined
  focusRow(row)
  return row
}

/** Where the first link of a row leads. */
export const rowAddress = (row: Element): string | null => row.querySelector('td a[href]')?.getAttribute('href') ?? null

/** The row with this address, and the one a step further; the last one stays the last. */
export function rowFrom(address: string, step: 0 | 1 | -1): HTMLTableRowElement | undefined {
  const rows = listRows()
  const at = rows.findIndex((row) => rowAddress(row) === address)
  return at < 0 ? undefined : rows[Math.min(Math.max(at + step, 0), rows.length - 1)]
}

export function focusRow(row: HTMLTableRowElement): void {
  row.tabIndex = -1
  row.focus()
  row.scrollIntoView({ block: 'nearest' })
}

/** Presses a part of the focused row; false where no row has the focus or it has no such part. */
export function pressInRow(part: 'open' | 'edit' | 'mark'): boolean {
  const selector = { open: 'td a[href]', edit: '[data-act="edit"]', mark: 'input[type="checkbox"]' }[part]
  const found = focusedRow()?.querySelector<HTMLElement>(selector)
  found?.click()
  return found !== undefined && found !== null
}

export const focusedRowAddress = (): string | null => {
  const row = focusedRow()
  return row ? rowAddress(row) : null
}
