import i18next from 'i18next'
import { ApiError, isUnavailable } from './ApiError.ts'
import { refusalHelpLink } from './refusalHelpLink.ts'
import { toastStore } from './toastStore.ts'

type Failure = 'creation_failed' | 'update_failed' | 'deletion_failed' | 'export_failed' | 'copy_failed'
type Success = 'created' | 'updated' | 'deleted' | 'status_changed' | 'sending' | 'copied'

const say = (key: string) => i18next.t(`common:toasts.${key}`)

/** `thing`: what it was done to, in words or by its number. `link`: where to go on. */
export function showSuccess(key: Success, thing?: string, link?: { to: string; label: string }): void {
  const toast = thing ? { title: say(key), message: thing } : { message: say(key) }
  toastStore.show({ tone: 'good', ...toast, ...(link && { link }) })
}

const names = [
  'invoice_number',
  'bill_number',
  'payment_number',
  'journal_number',
  'note_number',
  'declaration_number',
  'number',
  'name',
]

/** By what people know a record: its number or its name, with a direction of its own in a sentence. */
export function thingOf(record: object): string | undefined {
  const name = names.map((name) => (record as Record<string, unknown>)[name]).find((value) => typeof value === 'string')
  return name ? `\u2068${name}\u2069` : undefined
}

/** The title says what failed, the detail is the server's own sentence. */
export function showFailure(key: Failure, error: unknown): void {
  if (isUnavailable(error)) {
    showUnavailable()
    return
  }
  const detail = error instanceof ApiError ? error.message : ''
  if (error instanceof ApiError && error.status === 409) {
    showConflict(key, detail)
    return
  }
  const code = error instanceof ApiError ? error.code : ''
  const way = refusalHelpLink(code)
  if (way) showWithLink(key, detail, { to: way.to, label: i18next.t(`shell:pages.${way.page}`) })
  else showFailed(key, detail || say('unknown'))
}

/** Another user saved first: the page keeps its input, and the link opens the newest version in a new tab. */
const showConflict = (key: Failure, message: string): void =>
  showWithLink(key, message, { to: window.location.href, label: say('open_newest') })

const linkShownForMs = 30_000
let refused = ''
/** A toast with a link stays until the link is followed, unless another refusal or a success comes first. */
function showWithLink(key: Failure, message: string, link: { to: string; label: string }): void {
  toastStore.close(refused)
  refused = crypto.randomUUID()
  toastStore.show({ id: refused, tone: 'bad', title: say(key), message, link }, linkShownForMs)
}

/** The same, when the page words the detail itself. */
export function showFailed(key: Failure, message: string): void {
  toastStore.show({ tone: 'bad', title: say(key), message })
}

/** A refusal of the page itself, such as "Tax was not selected". */
export function showRefusal(message: string): void {
  toastStore.show({ tone: 'bad', title: say('error'), message })
}

const uploadFailedMs = 2000
/** The chosen file is not an image; nothing was sent. */
export function showUploadFailed(): void {
  toastStore.show({ tone: 'bad', message: say('upload_failed') }, uploadFailedMs)
}

/** Shown once, however many calls failed. */
export function showUnavailable(): void {
  const message = say('unavailable_detail')
  toastStore.show({ id: 'unavailable', tone: 'warning', title: say('unavailable'), message })
}
