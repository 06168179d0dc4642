import type { Call } from '#contract/kit/resource.ts'
import { showSuccess } from './toasts.ts'
import { useQuietMutation } from './useQuietMutation.ts'

/** A button that changes what the page shows, with a success message. */
export const useActionMutation = (call: Call, onDone?: () => void) =>
  useQuietMutation(call, () => {
    showSuccess('updated')
    onDone?.()
  })
