/**
 * The next automatic number under a parent (accounting rule 6): a category's child appends one digit, any deeper child
 * two, as maximum + 1 of that width. When a width is full, numbers get one digit more (99 → 100, and under a category 9
 * → 10). `children` are all numbers under the parent; those of another pattern were typed by users and are ignored.
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
  // One digit wider is the overflow; anything longer was typed by a user.
  const overflow = suffix.length === width + 1 && !suffix.startsWith('0')
  return /^\d+$/.test(suffix) && (suffix.length === width || overflow) ? Number(suffix) : 0
}

/**
 * Why an account or a cost center accepts no lines (accounting rule 1.5): only sub ones do, and only while active.
 * Existing lines may stay on an inactive one (`isKept`). Null if it accepts them.
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
