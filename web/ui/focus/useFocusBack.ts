import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to where it came from when a drawer closes. The drawers are fetched when they are first
 * opened, so they are too late to see by themselves who opened them.
 */
export function useFocusBack(opened: boolean): void {
  const back = useRef(() => {})
  useEffect(() => {
    if (opened) back.current = wayBack()
    else back.current()
  }, [opened])
}

/** For a drawer that is mounted only while it is open. */
export function useFocusBackAfter(): void {
  useEffect(wayBack, [])
}

function wayBack(): () => void {
  const opener = openerNow()
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {}
  const places = [opener, ...nextTargets(opener)]
  return () => {
    focusFirst(places)
    if (document.activeElement === opener) followWhenGone(opener, places)
  }
}

/** The choice of a menu is gone by then; its button is not. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
}

/** Where to go on if the opener goes: the buttons of its row, of the row below and above, the head of its section, the page's. */
function nextTargets(opener: HTMLElement): HTMLElement[] {
  const row = opener.closest('li, tr, [role=treeitem]')
  const buttons = [row, row?.nextElementSibling, row?.previousElementSibling].flatMap((beside) => [
    ...(beside?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? []),
  ])
  const heads = [opener.closest('section')?.querySelector('h2, h3'), document.querySelector('h1')]
  return [...buttons, ...heads].filter((place) => place instanceof HTMLElement)
}

/** After a refetch the record may be gone, and with it the button that had the focus. */
function followWhenGone(opener: HTMLElement, places: readonly HTMLElement[]): void {
  const watch = new MutationObserver(() => {
    if (opener.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) focusFirst(places)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  // A focus that the user moved meanwhile is not changed.
  document.addEventListener('focusin', () => watch.disconnect(), { once: true })
}

function focusFirst(places: readonly HTMLElement[]): void {
  const place = places.find((one) => one.isConnected)
  // A heading takes the focus only from here.
  if (place?.matches('h1, h2, h3')) place.tabIndex = -1
  place?.focus()
}
