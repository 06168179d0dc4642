import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#contract/paper/format-number.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import classes from './Home.module.css'

/** The report of the same figure for the same days. */
export type FigureAddress = [to: string, search: Record<string, string>]

type HomeFigureProps = {
  label: string
  address: FigureAddress
  value: ReactNode
  /** How the figure is computed: a tooltip, and read to screen readers. */
  formula?: string
  children?: ReactNode
}

/** A figure of the first page with its label, a link to its report, and what explains it below. */
export function HomeFigure({ label, address: [to, search], value, formula, children }: HomeFigureProps) {
  return (
    <Tooltip label={formula}>
      <li>
        <OpenLink to={to} search={search} className={classes.figure} plain={classes.figure}>
          <span className={classes.label} data-explained={formula !== undefined || undefined}>
            {label}
            {formula && <VisuallyHidden>{formula}</VisuallyHidden>}
          </span>
          <span className={classes.value}>{value}</span>
          {children}
        </OpenLink>
      </li>
    </Tooltip>
  )
}

/** The digits of the longest figure, by which all get their size; a currency code is two wider than the sign of the riyal. */
export function widestFigure(
  values: readonly (number | null)[],
  { code, decimals }: { code: string; decimals: number },
) {
  const sign = code === 'SAR' ? 0 : 2
  return sign + Math.max(...values.map((value) => formatNumber(value ?? 0, decimals).length))
}
