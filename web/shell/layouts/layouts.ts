import type { ComponentType } from 'react'
import { ModernLayout } from './ModernLayout.tsx'

/** The frames a page can stand in. Each is a file of its own and draws `<PageOutlet />` where the page goes. */
export const layouts = {
  modern: ModernLayout,
} as const satisfies Record<string, ComponentType>

export type LayoutName = keyof typeof layouts
