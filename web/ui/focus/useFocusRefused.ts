import { type RefObject, useEffect, useRef } from 'react'

/**
 * In a form or a question that has asked the server: what was refused awaits its correction, where it was refused. A button that
 * waits is disabled and loses the focus; where no field was refused it has it again.
 */
export function useFocusRefused<E extends HTMLElement>(isPending: boolean): RefObject<E | null> {
  const target = useRef<E>(null)
  const before = useRef(isPending)
  useEffect(() => {
    const isAnswered = before.current && !isPending
    before.current = isPending
    if (!isAnswered) return
    const find = (selector: string) => target.current?.querySelector<HTMLElement>(selector)
    const isLost = document.activeElement === document.body
    const wanted = find('[aria-invalid=true]') ?? (isLost && find('button[type=submit], button[data-autofocus]'))
    if (wanted) wanted.focus()
  }, [isPending])
  return target
}
