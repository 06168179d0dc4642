import type { ComponentType } from 'react'
import { blank } from './blank.tsx'
import { classic } from './classic.ts'
import { decked } from './decked.tsx'
import type { LayoutName } from './layoutNames.ts'
import { modern } from './modern.ts'
import { simple } from './simple.tsx'
import { stackedSide } from './stacked.ts'

/**
 * A layout in parts: what stands beside, above and below the page, and the classes `layout` (around all) and `frame`
 * (around head, page and foot). The page itself is drawn by the frame, so that a change of layout keeps what is typed.
 */
export type Layout = {
  Side?: ComponentType
  Head?: ComponentType
  Foot?: ComponentType
  classes: Readonly<Record<string, string>>
}

export const layouts: Record<LayoutName, Layout> = { classic, modern, stackedSide, simple, decked, blank }
