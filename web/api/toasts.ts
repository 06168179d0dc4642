import i18next from 'i18next'
import { ApiError, isUnavailable } from './ApiError.ts'
import { toastStore } from './toastStore.ts'

type Failure = 'creation_failed' | 'update_failed' | 'deletion_failed' | 'export_failed'
type Success = 'created' | 'updated' | 'deleted' | 'status_changed'

const say = (key: string) => i18next.t(`common:toasts.${key}`)

export function showSuccess(key: Success): void {
  toastStore.show({ tone: 'good', message: say(key) })
}

/** The title says what failed, the detail is the server's own sentence. */
export function showFailure(key: Failure, error: unknown): void {
  if (isUnavailable(error)) {
    showUnavailable()
    return
  }
  const detail = error instanceof ApiError ? error.message : ''
  showFailed(key, detail || say('unknown'))
}

/** As above, where the page words the detail itself. */
export function showFailed(key: Failure, message: string): void {
  toastStore.show({ tone: 'bad', title: say(key), message })
}

/** A refusal of the page itself, such as "Tax was not selected". */
export function showRefusal(message: string): void {
  toastStore.show({ tone: 'bad', title: say('error'), message })
}

const uploadFailedMs = 2000
/** A chosen file that is no picture; nothing was sent. */
export function showUploadFailed(): void {
  toastStore.show({ tone: 'bad', message: say('upload_failed') }, uploadFailedMs)
}

/** Said once however many calls met it. */
export function showUnavailable(): void {
  const message = say('unavailable_detail')
  toastStore.show({ id: 'unavailable', tone: 'warning', title: say('unavailable'), message })
}
