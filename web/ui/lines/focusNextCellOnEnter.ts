import type { KeyboardEvent } from 'react'

/**
 * Enter goes to the next cell as Tab does, and from the last cell of the table to a new row. In an open list of options
 * it has chosen by the time it arrives here, so choosing and going on is one key; a cell whose choice was refused or
 * is still missing keeps the focus, unless nothing has to be chosen there.
 */
export function focusNextCellOnEnter(event: KeyboardEvent<HTMLElement>, addRow: () => void): void {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const table = event.currentTarget
  // After React has drawn what the key changed: a figure that arrives with the product must be there to be selected.
  queueMicrotask(() => {
    if (chosenIn(target) === '' && (target.value !== '' || !('optional' in target.dataset))) return
    const cells = [
      ...table.querySelectorAll<HTMLInputElement>('td:not([data-lead]) input:not([type=hidden], :disabled)'),
    ]
    const next = cells[cells.indexOf(target) + 1]
    if (!next) return addRow()
    next.focus()
    // As with Tab: typing replaces the value of the cell.
    next.select()
  })
}

/** The option of a select behind its text; undefined if the cell is no select. */
export const chosenIn = (input: HTMLInputElement): string | undefined =>
  input.closest('td')?.querySelector<HTMLInputElement>('input[type=hidden]')?.value
