import { blank } from './blank.tsx'
import { classic } from './classic.ts'
import { decked } from './decked.tsx'
import type { Layout } from './Layout.ts'
import type { LayoutName } from './layoutNames.ts'
import { modern } from './modern.ts'
import { simple } from './simple.tsx'
import { stackedSide } from './stacked.ts'

export const layouts: Record<LayoutName, Layout> = { classic, modern, stackedSide, simple, decked, blank }
