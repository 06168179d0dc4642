import { useState } from 'react'
import { textAfterLabel } from './textAfterLabel.ts'

/**
 * The text of a searchable select, which keeps what is typed while options arrive: of itself an uncontrolled select shows its choice again
 * with every change of its options.
 */
export function useSearchText(label: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(label)
  const [shown, setShown] = useState(label)
  if (label !== shown) {
    setShown(label)
    setText(textAfterLabel(text, shown, label))
  }
  const change = (typed: string) => {
    setText(typed)
    onSearch(typed)
  }
  return [text, change] as const
}
