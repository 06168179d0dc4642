import type { Call } from '#contract/kit/resource.ts'
import { showSuccess } from './toasts.ts'
import { useSilentAct } from './useSilentAct.ts'

/** A button that changes what the page shows, and says that it did. */
export const useAct = (call: Call, onDone?: () => void) =>
  useSilentAct(call, () => {
    showSuccess('updated')
    onDone?.()
  })
