import { useCallback, useState } from 'react'

/** Whether all columns stand on the screen: heads stay above what is scrolled with the page, or within what scrolls by itself. */
export function useFitsViewport() {
  const [fits, setFits] = useState(true)
  const watch = useCallback((scroll: HTMLElement) => {
    const observer = new ResizeObserver(() => setFits(scroll.scrollWidth <= scroll.clientWidth))
    for (const one of [scroll, ...scroll.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return { fits, watch }
}
