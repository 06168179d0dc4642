import type { ComponentType, SVGProps } from 'react'

/** One line of the palette: where it leads and how it reads. */
export type Command = {
  /** Its address, which is also its identity. */
  to: string
  title: string
  /** Next to the title: a code, a customer's name. */
  detail?: string | undefined
  icon: ComponentType<SVGProps<SVGSVGElement>>
  /** The title is a number and reads left to right. */
  isNumber?: true
  /** An act of the page that is open: pressed instead of followed. */
  press?: () => void
}
export type CommandGroup = { name: string; commands: readonly Command[] }
