import { type KeyboardEvent, useRef } from 'react'

/**
 * In an open list Enter chooses, and must not send the form. A list forgets which option it marked where its options change, and marks
 * none that come after the typing: then Enter means the option that is marked on screen, or the first. `label`: the text of the present
 * choice, which chooses nothing. Answers the handlers of the select; `onSubmit` hears the chosen option.
 */
export function useChooseByEnter(label: string, onSubmit: (value: string) => void) {
  const answered = useRef(false)
  return {
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const input = event.currentTarget
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.ariaExpanded !== 'true') return
      event.preventDefault()
      if (input.value === '' || input.value === label) return
      answered.current = false
      // The list has its turn first.
      queueMicrotask(() => {
        if (!answered.current) optionOf(input)?.click()
      })
    },
    onOptionSubmit(value: string) {
      answered.current = true
      onSubmit(value)
    },
  }
}

/** The option to take from the open list. For a moment after opening, the field does not name its list yet: then it is the only open one. */
function optionOf(input: HTMLInputElement): HTMLElement | null {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '') ?? document
  const marked = list.querySelector<HTMLElement>('[data-combobox-selected]')
  return marked ?? list.querySelector<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])')
}
