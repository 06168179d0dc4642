import type { KeyboardEvent } from 'react'

/**
 * In an open list Enter chooses, and must not send the form. Options that come after the typing are not marked by the list: then Enter
 * means the first of them. `label`: the text of the present choice, which chooses nothing.
 */
export function chooseByEnter(event: KeyboardEvent<HTMLInputElement>, label: string): void {
  const input = event.currentTarget
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.ariaExpanded !== 'true') return
  event.preventDefault()
  if (input.value === '' || input.value === label) return
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]')) return
  list?.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')?.click()
}
