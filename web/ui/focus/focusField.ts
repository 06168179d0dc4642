const everyMs = 30
const most = 40

/** Focuses a field of a form once no drawer covers it any more; not where a keyboard would cover the form. */
export function focusField(path: string): void {
  if (matchMedia('(pointer: coarse)').matches) return
  let request = 0
  const timer = setInterval(() => {
    request += 1
    const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`)
    const covers = [...document.querySelectorAll('[role=dialog]')].filter((dialog) => !dialog.contains(field))
    if (field && covers.length === 0) field.focus()
    if (request > most || (field && document.activeElement === field)) clearInterval(timer)
  }, everyMs)
}
