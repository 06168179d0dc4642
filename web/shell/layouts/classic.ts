import { PageFooter } from '../PageFooter.tsx'
import classes from './Classic.module.css'
import type { Layout } from './Layout.ts'
import { SideColumn } from './SideColumn.tsx'
import { SideHead } from './SideHead.tsx'

/** Side navigation from top to bottom, the header next to it, everything on one surface. */
export const classic: Layout = { Side: SideColumn, Head: SideHead, Foot: PageFooter, classes }
