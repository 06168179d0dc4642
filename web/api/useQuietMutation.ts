import i18next from 'i18next'
import type { Call } from '#contract/kit/resource.ts'
import { ApiError, isUnavailable } from './ApiError.ts'
import { request } from './client.ts'
import type { Body } from './formDataOf.ts'
import { type Id, useWritten } from './resource.ts'
import { showFailed, showFailure } from './toasts.ts'
import { useSubmitOnce } from './useSubmitOnce.ts'

type Act = { params?: Record<string, Id>; body?: Body }

/**
 * A button that changes what the page shows, without confirmation or success message. No input can be lost here, so
 * after a refusal the page is refetched and shows what another user changed.
 */
export function useQuietMutation(call: Call, onDone: (answer: unknown) => void) {
  const written = useWritten(call.path)
  return useSubmitOnce({
    mutationFn: (act: Act) => request(call, act),
    onSuccess: (answer) => {
      written()
      onDone(answer)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) showFailed('update_failed', i18next.t('shell:meanwhile'))
      else showFailure('update_failed', error)
      if (!isUnavailable(error)) written()
    },
  })
}
