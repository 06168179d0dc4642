/**
 * The next automatic number under a parent (ledger.md 6): a category's child appends one digit, any deeper child two,
 * as maximum + 1 of that width. A full width goes on with one digit more (99 -> 100, and under a category 9 -> 10).
 * `children` are all numbers under the parent; those of another pattern are somebody's own and count for nothing.
 */
export function nextNumber(
  parent: { number: string; type: 'category' | 'main' | 'sub' },
  children: readonly string[],
): string {
  const width = parent.type === 'category' ? 1 : 2
  const taken = children.map((number) => suffixOf(number, parent.number, width))
  return parent.number + String(Math.max(0, ...taken) + 1).padStart(width, '0')
}

function suffixOf(number: string, parent: string, width: number): number {
  const suffix = number.startsWith(parent) ? number.slice(parent.length) : ''
  // One digit wider is the overflow; anything longer is a number somebody chose.
  const overflow = suffix.length === width + 1 && !suffix.startsWith('0')
  return /^\d+$/.test(suffix) && (suffix.length === width || overflow) ? Number(suffix) : 0
}

/**
 * Why an account, or a cost center, takes no lines (ledger.md 1.5): only a sub one does, and only while it is active; what
 * stands on one already may stay there (`isKept`). null where it takes them.
 */
export function postingProblem(
  { type, status }: { type: string; status: string },
  isKept: boolean,
): 'not_postable' | 'inactive_reference' | null {
  if (type !== 'sub') return 'not_postable'
  return status === 'active' || isKept ? null : 'inactive_reference'
}

export type AccountUse = { has_lines: boolean; has_children: boolean; role: string | null }

/** May the account take this type (1.7)? A sub becomes main only without lines and role, a main sub only without children. */
export function mayChangeType(type: 'main' | 'sub', { has_lines, has_children, role }: AccountUse): boolean {
  return type === 'sub' ? !has_children : !has_lines && role === null
}

/** An account with lines, children or a role is deactivated, never deleted (1.7). */
export function mayDelete({ has_lines, has_children, role }: AccountUse): boolean {
  return !has_lines && !has_children && role === null
}
