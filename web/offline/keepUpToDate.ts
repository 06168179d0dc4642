import { Serwist } from '@serwist/window'
import { unsaved } from '../api/unsaved.ts'
import { workerAddress } from './workerAddress.ts'

const askAgainMs = 3_600_000

/**
 * Registers the service worker, so that the application starts without a connection. A new version is taken over while the page is
 * hidden and nothing typed would be lost.
 */
export async function keepUpToDate(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = new Serwist(workerAddress)
  let isWaiting = false
  let askedAt = Date.now()
  const takeOver = () => {
    if (isWaiting && document.hidden && !unsaved.any()) worker.messageSkipWaiting()
  }
  worker.addEventListener('waiting', () => {
    isWaiting = true
    takeOver()
  })
  worker.addEventListener('controlling', ({ isUpdate }) => {
    if (isUpdate && isWaiting) window.location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    takeOver()
    if (document.hidden || Date.now() - askedAt < askAgainMs) return
    askedAt = Date.now()
    void worker.update().catch(() => {
      // Without a connection: asked again later.
    })
  })
  await worker.register().catch(() => {
    // A browser that forbids it works as before.
  })
}
