const controls = 'input, textarea, button'

/** Brings the first field in error, in the order of the page, into view and into focus. */
export function focusFirstError(errors: Record<string, unknown>): void {
  if (Object.keys(errors).length === 0) return
  const fields = document.querySelectorAll<HTMLElement>('[data-field]')
  const first = [...fields].find((element) => errors[element.dataset.field ?? ''])
  if (!first) return
  const control = first.matches(controls)
    ? first
    : // A row that is only read has no field; its button opens it.
      (first.querySelector<HTMLElement>(controls) ??
      first.closest('tr')?.querySelector<HTMLElement>(`td:not([data-lead]) :is(${controls})`))
  first.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
