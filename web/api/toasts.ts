import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { ApiError, isUnavailable } from './ApiError.ts'

type Failure = 'creation_failed' | 'update_failed' | 'deletion_failed'
type Success = 'created' | 'updated' | 'deleted' | 'status_changed'

const say = (key: string) => i18next.t(`common:toasts.${key}`)
const shared = () => ({ autoClose: 5000, withBorder: true, closeButtonProps: { 'aria-label': say('close') } })

export function showSuccess(key: Success): void {
  notifications.show({ ...shared(), message: say(key), color: 'green' })
}

/** The title says what failed, the detail is the server's own sentence. */
export function showFailure(key: Failure, error: unknown): void {
  if (isUnavailable(error)) {
    showUnavailable()
    return
  }
  const detail = error instanceof ApiError ? error.message : ''
  notifications.show({ ...shared(), title: say(key), message: detail || say('unknown'), color: 'red' })
}

/** A refusal of the page itself, such as "Tax was not selected". */
export function showRefusal(message: string): void {
  notifications.show({ ...shared(), message, color: 'red' })
}

/** Said once however many calls met it. */
export function showUnavailable(): void {
  notifications.show({
    ...shared(),
    id: 'unavailable',
    title: say('unavailable'),
    message: say('unavailable_detail'),
    color: 'orange',
  })
}
