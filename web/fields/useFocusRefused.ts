import { type RefObject, useEffect, useRef } from 'react'

/** In a dialog that has asked the server: what was refused awaits its correction, where it was refused. */
export function useFocusRefused<E extends HTMLElement>(isPending: boolean): RefObject<E | null> {
  const dialog = useRef<E>(null)
  useEffect(() => {
    if (!isPending) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isPending])
  return dialog
}
