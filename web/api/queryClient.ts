import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnavailable } from './ApiError.ts'
import { readSession, subscribeSession } from './session.ts'
import { showUnavailable } from './toasts.ts'

const seenAgain_ms = 10_000
const isSeen = (data: unknown) => typeof data === 'object' && data !== null && 'seen_at' in data

/** Reads are repeated once if the network or the service failed. A refusal is not repeated. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isUnavailable(error)) showUnavailable()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && (!(error instanceof ApiError) || isUnavailable(error)),
      refetchOnWindowFocus: false,
      // A failed query is fetched again when the network returns, and a list as it was seen last. Other data is not, because a
      // form may have started from it.
      refetchOnReconnect: ({ state }) => state.status === 'error' || isSeen(state.data),
      // The network may return while the failing request is still on its way, so a list as it was seen last asks again by itself.
      refetchInterval: ({ state }) => isSeen(state.data) && seenAgain_ms,
      networkMode: 'always',
    },
    // A save without a connection fails at once. Queued, it would be sent later, from a page that was left.
    mutations: { networkMode: 'always' },
  },
})

// Nothing of one organization is shown in another one.
let organization = readSession().user?.organization.id
subscribeSession(() => {
  const current = readSession().user?.organization.id
  if (current === organization) return
  organization = current
  queryClient.clear()
})
