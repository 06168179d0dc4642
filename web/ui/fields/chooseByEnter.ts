import type { KeyboardEvent, RefObject } from 'react'

/**
 * In an open list Enter chooses, and must not send the form. A list forgets which option it marked where its options change, and marks
 * none that come after the typing: then Enter means the option that is marked on screen, or the first. `label`: the text of the present
 * choice, which chooses nothing. `answered`: set where an option was submitted.
 */
export function chooseByEnter(
  event: KeyboardEvent<HTMLInputElement>,
  label: string,
  answered: RefObject<boolean>,
): void {
  const input = event.currentTarget
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.ariaExpanded !== 'true') return
  event.preventDefault()
  if (input.value === '' || input.value === label) return
  answered.current = false
  // The list has its turn first.
  queueMicrotask(() => {
    if (answered.current) return
    // Only one list is open at a time; it is named by its field a moment after it is shown.
    const list = document.getElementById(input.getAttribute('aria-controls') ?? '') ?? document
    const option = ['[data-combobox-selected]', '[data-combobox-option]:not([data-combobox-disabled])']
      .map((which) => list.querySelector<HTMLElement>(which))
      .find(Boolean)
    option?.click()
  })
}
