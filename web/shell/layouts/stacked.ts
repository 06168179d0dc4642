import { PageFooter } from '../PageFooter.tsx'
import type { Layout } from './Layout.ts'
import { SideHead } from './SideHead.tsx'
import classes from './StackedSide.module.css'
import { StackedSide } from './StackedSide.tsx'

/** A rail of groups, the pages of the selected group, then the page. */
export const stackedSide: Layout = { Side: StackedSide, Head: SideHead, Foot: PageFooter, classes }
