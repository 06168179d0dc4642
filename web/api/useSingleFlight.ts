import { useRef } from 'react'

/**
 * What a press asks for, done once however often it is pressed: until it is done a second press does nothing and is never
 * answered. Known at once, where a page only shows with its next render that it waits.
 */
export function useSingleFlight<Asked extends unknown[], Done>(work: (...asked: Asked) => Promise<Done>): typeof work {
  const isUnderway = useRef(false)
  return (...asked) => {
    if (isUnderway.current) return new Promise(() => {})
    isUnderway.current = true
    return work(...asked).finally(() => {
      isUnderway.current = false
    })
  }
}
