import { NavigationRoute, Serwist } from 'serwist'

declare const PRECACHED: { url: string; revision: string | null }[]

// The pages of this build, for a start without a connection. With one the server's newest page always opens. Calls and what customers see
// by a link always ask the server.

const worker = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true, directoryIndex: null },
  // A new version takes over once no page of the previous one is open: an open page loads its later parts from the previous one.
  skipWaiting: false,
  clientsClaim: true,
  disableDevLogs: true,
})

const denylist = [/^\/api\//, /^\/p\//, /^\/stop\//, /^[^?]*\.\w{2,11}(\?|$)/]
worker.registerRoute(
  new NavigationRoute(
    ({ request }) =>
      fetch(request).catch(async (error) => {
        const page = await worker.matchPrecache('/index.html')
        if (!page) throw error
        return page
      }),
    { denylist },
  ),
)
worker.addEventListeners()
