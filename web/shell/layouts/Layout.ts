import type { ComponentType } from 'react'

/**
 * A layout in parts: the navigation at the side, the header and the footer, and the classes `layout` (around all) and
 * `frame` (around header, page and footer). The page itself is drawn by the frame, so that changing the layout
 * preserves its input.
 */
export type Layout = {
  Side?: ComponentType
  Head?: ComponentType
  Foot?: ComponentType
  classes: Readonly<Record<string, string>>
}
