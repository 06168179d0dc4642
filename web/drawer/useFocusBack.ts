import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to where it came from when a drawer closes. The drawers are fetched when they are first
 * opened, so they are too late to see by themselves who opened them.
 */
export function useFocusBack(opened: boolean): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (opened) opener.current = openerNow()
    else focusAgain(opener.current)
  }, [opened])
}

/** For a drawer that is mounted only while it is open. */
export function useFocusBackAfter(): void {
  useEffect(() => {
    const opener = openerNow()
    return () => focusAgain(opener)
  }, [])
}

/** The choice of a menu is gone by then; its button is not. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

function focusAgain(opener: Element | null): void {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
}
