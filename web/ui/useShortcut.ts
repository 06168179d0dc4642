import { useEffect, useEffectEvent } from 'react'

/**
 * Ctrl or ⌘ with a letter, anywhere on the page. On an Arabic keyboard the key says another letter, so there its place
 * on the keyboard counts.
 */
export function useShortcut(letter: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const isLatin = /^[a-z]$/i.test(event.key)
    if (isLatin ? event.key.toLowerCase() !== letter : event.code !== `Key${letter.toUpperCase()}`) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
