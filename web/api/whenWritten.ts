import type { QueryClient } from '@tanstack/react-query'

/** Waits for what is being written: leaving a field saves it, and the press that left it is about what was saved. */
export function whenWritten(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const cache = client.getMutationCache()
    const look = () => {
      if (client.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = cache.subscribe(look)
    look()
  })
}
