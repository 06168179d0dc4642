import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** What has an act of its own: pressing it does that, and not what the row does. */
const ownActs = 'a, button, input, label, select, textarea, [role=button]'

/**
 * Pressing a row opens its page; with Ctrl, ⌘ or the middle button in a new tab. The keyboard has the link inside the row. A
 * press that selects text opens nothing.
 */
export function useRowPress<Row>(rowPath: ((row: Row) => string) | undefined) {
  const navigate = useNavigate()
  return (row: Row) => {
    if (!rowPath) return {}
    const isOwn = (event: MouseEvent) => (event.target as Element).closest(ownActs) !== null
    const openTab = () => window.open(rowPath(row), '_blank', 'noopener')
    return {
      'data-pressable': true,
      onClick: (event: MouseEvent) => {
        if (isOwn(event) || event.defaultPrevented || String(getSelection()) !== '') return
        if (event.ctrlKey || event.metaKey) openTab()
        else void navigate({ to: rowPath(row) })
      },
      onAuxClick: (event: MouseEvent) => {
        if (event.button === 1 && !isOwn(event)) openTab()
      },
    }
  }
}
