import { PageFooter } from '../PageFooter.tsx'
import type { Layout } from './Layout.ts'
import classes from './Modern.module.css'
import { SideColumn } from './SideColumn.tsx'
import { SideHead } from './SideHead.tsx'

/** The default: navigation on the tinted page, the content framed next to it. */
export const modern: Layout = { Side: SideColumn, Head: SideHead, Foot: PageFooter, classes }
