import { useEffect, useEffectEvent } from 'react'

/**
 * Ctrl or ⌘ with a letter or Enter, anywhere on the page. On an Arabic keyboard the key says another letter, so there its
 * place on the keyboard counts.
 */
export function useShortcut(wanted: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (!isKey(event, wanted)) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isKey({ key, code }: KeyboardEvent, wanted: string): boolean {
  if (wanted === 'Enter') return key === 'Enter'
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === wanted : code === `Key${wanted.toUpperCase()}`
}
