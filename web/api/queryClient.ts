import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnavailable } from './ApiError.ts'
import { showUnavailable } from './toasts.ts'

/** Reads repeat once when the network or the service was away; what the server refused is not asked again. */
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
      // What failed comes with the network; what is there stays, for a form may have begun with it.
      refetchOnReconnect: ({ state }) => state.status === 'error',
      networkMode: 'always',
    },
    // A save without a connection fails and says so. Held back, it would be sent later by itself, from a page that was left.
    mutations: { networkMode: 'always' },
  },
})
