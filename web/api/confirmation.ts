import { useSyncExternalStore } from 'react'
import { reactions } from './client.ts'

let waiting: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Whether a refused call waits for the person to prove who they are. */
export const useIsConfirming = (): boolean => useSyncExternalStore(subscribeConfirmation, () => waiting !== null)
function subscribeConfirmation(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person proved it, and the calls that wait are repeated; or backed out, and they stay refused. */
export function settleConfirmation(isConfirmed: boolean): void {
  waiting?.resolve(isConfirmed)
  waiting = null
  notify()
}

reactions.unconfirmed = () => {
  waiting ??= Promise.withResolvers<boolean>()
  notify()
  return waiting.promise
}
