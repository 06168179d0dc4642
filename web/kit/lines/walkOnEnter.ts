import type { KeyboardEvent } from 'react'

/**
 * Enter goes to the next cell as Tab does, and from the last cell of the table to a new row. In an open list of options
 * it has chosen by the time it arrives here, so choosing and going on is one key.
 */
export function walkOnEnter(event: KeyboardEvent<HTMLElement>, addRow: () => void): void {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type=hidden], :disabled)')]
  const next = cells[cells.indexOf(target) + 1]
  if (next) next.focus()
  else addRow()
}
