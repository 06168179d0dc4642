const focusable = 'input:not([type=hidden], :disabled), select, textarea'

/**
 * On from a field that was filled in another way than by typing: to the next field of its row, or, of a form's head, to the first row
 * that can be written. Without either the focus is in the field itself.
 */
export function focusAfterField(path: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`)
  if (!field) return
  const row = field.closest('tr')
  const inRow = row && [...row.querySelectorAll<HTMLElement>(focusable)]
  const next = inRow ? inRow[inRow.indexOf(field) + 1] : firstOfRows(field)
  ;(next ?? field).focus()
}

const firstOfRows = (field: HTMLElement): HTMLElement | null =>
  field.closest('form')?.querySelector<HTMLElement>(`[data-lines] tbody :is(${focusable})`) ?? null
