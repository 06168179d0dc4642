import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Whether rows are cards: as soon as the table is wider than its frame, so that no figure has to be scrolled into sight or is covered by
 * the buttons of its row. It is a table again when the frame has the width that it needed. `columns` are those that are shown;
 * `below` is the width under which rows are cards in any case.
 */
export function useCards(frame: RefObject<HTMLElement | null>, columns: readonly unknown[], below = 0): boolean {
  const [isCards, setIsCards] = useState(false)
  const needed = useRef(0)
  const measured = useRef(columns)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => {
      const isOtherTable = measured.current !== columns
      const isNarrow = element.clientWidth < below
      if (isCards && !isNarrow && (isOtherTable || element.clientWidth >= needed.current)) {
        measured.current = columns
        setIsCards(false)
      } else if (!isCards && (isNarrow || element.scrollWidth > element.clientWidth + 1)) {
        measured.current = columns
        needed.current = isNarrow ? below : element.scrollWidth
        setIsCards(true)
      }
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [element, element.firstElementChild]) if (one) observer.observe(one)
    return () => observer.disconnect()
  }, [frame, isCards, columns, below])
  return isCards
}
