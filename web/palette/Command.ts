import type { ComponentType, SVGProps } from 'react'

/** One line of the palette: where it leads and how it reads. */
export type Command = {
  /** Its address, which is also its identity. */
  to: string
  title: string
  /** Beside the title: a code, a customer's name. */
  detail?: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  /** The title is a number and reads left to right. */
  isNumber?: true
}
export type CommandGroup = { name: string; commands: readonly Command[] }
