import { useRef } from 'react'

/**
 * Ignores calls while one is in flight. A second call returns a promise that never settles. The guard is a ref, because
 * the page shows the waiting state only after its next render.
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
