import { useMediaQuery } from '@mantine/hooks'
import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** Where the bar of a form shows its total on a phone; null until it is drawn, and outside of a form page. */
export const FormTotalSlot = createContext<HTMLElement | null>(null)

/** The total next to Save on a phone, where the foot of the table is out of sight. It repeats the foot for the eye only. */
export function FormTotal({ children }: { children: ReactNode }) {
  const slot = use(FormTotalSlot)
  const onPhone = useMediaQuery('(max-width: 767px)')
  return slot && onPhone && createPortal(children, slot)
}
