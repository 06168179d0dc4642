import { workerAddress } from './workerAddress.ts'

/** Registers the service worker, so that the application starts without a connection. A browser that forbids it works as before. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(workerAddress).catch(() => {})
}
