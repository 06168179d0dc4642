import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to where it came from when a drawer closes. The drawers are fetched when they are first
 * opened, so they are too late to see by themselves who opened them.
 */
export function useFocusBack(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
    else if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }, [opened])
}
