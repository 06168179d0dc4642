/** A link that opens in a new tab, so that the input on the page is not lost. */
type Link = { to: string; label: string }
export type Toast = { id: string; tone: 'good' | 'bad' | 'warning'; title?: string; message: string; link?: Link }

const shownForMs = 5000
const most = 4
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

/**
 * The toasts on the page, the newest last. They disappear by themselves; failures disappear at the next success. Toasts
 * with the same id are shown once.
 */
export const toastStore = {
  read: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  show(toast: Omit<Toast, 'id'> & { id?: string }, forMs = shownForMs): void {
    const id = toast.id ?? crypto.randomUUID()
    if (toasts.some((other) => other.id === id)) return
    // The refusal has been resolved: next to "saved" it would contradict it.
    const others = toast.tone === 'good' ? toasts.filter(({ tone }) => tone === 'good') : toasts
    change([...others, { ...toast, id }].slice(-most))
    setTimeout(() => toastStore.close(id), forMs)
  },
  close: (id: string): void => change(toasts.filter((toast) => toast.id !== id)),
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
