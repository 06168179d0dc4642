const focusable = 'input:not([type=hidden], :disabled), select, textarea'

/** On from a cell of a row that was filled in another way than by typing, to the next one. A field of a form's head says itself where to go on. */
export function focusAfterField(path: string): void {
  const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`)
  const row = field?.closest('tr')
  if (!field || !row) return
  const cells = [...row.querySelectorAll<HTMLElement>(focusable)]
  ;(cells[cells.indexOf(field) + 1] ?? field).focus()
}
