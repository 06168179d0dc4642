import type { CSSProperties, ReactNode } from 'react'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { OpenLink } from '../../routes/OpenLink.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { LabelText } from './LabelText.tsx'
import classes from './Sheet.module.css'
import { type Address, sheetLink } from './sheetLink.ts'

type Column = Sheet['columns'][number]
type Row = Sheet['rows'][number]

type SheetCellProps = {
  column: Column
  row: Row
  decimals: number
  /** On a phone the column of numbers before the names does not fit: the number is in the name's cell. */
  numbers?: string | undefined
  /** Whether a line sets it off from the column before. */
  starts?: boolean
}
export function SheetCell({ column, row, decimals, numbers, starts = false }: SheetCellProps) {
  const start = starts || undefined
  const { kind, key } = column
  if (kind === 'label')
    return (
      <th scope="row" className={classes.label} style={{ '--level': row.level } as CSSProperties}>
        {numbers && row.texts[numbers] && (
          <span className={classes.number}>
            <Num>{row.texts[numbers] as string}</Num>{' '}
          </span>
        )}
        <Linked address={row.link ? sheetLink(row.link, column.query ?? {}) : undefined}>
          <LabelText label={row.label} />
        </Linked>
      </th>
    )
  if (kind === 'code' || kind === 'date') {
    const code = row.texts[key] as string
    return (
      <td className={classes[kind]} data-start={start} data-long={code?.length > longest || undefined}>
        <Num>{code}</Num>
      </td>
    )
  }
  if (kind === 'text')
    return (
      <td className={classes.text} data-start={start}>
        <Said text={row.texts[key]} />
      </td>
    )
  return (
    <td className={classes.figure} data-start={start}>
      <SheetFigure kind={kind} value={row.figures[key]} decimals={decimals} address={cellAddress(column, row)} />
    </td>
  )
}

export const Said = ({ text }: { text: Row['texts'][string] | undefined }) =>
  typeof text === 'object' && text ? <LabelText label={text} /> : <bdi>{text}</bdi>

export function cellAddress(column: Column, row: Row): Address | undefined {
  const own = row.links?.[column.key]
  if (own) return sheetLink(own)
  return row.link && column.query ? sheetLink(row.link, column.query) : undefined
}

/** A code of more letters than this, a digest, breaks where it must. */
const longest = 40

const bracketed = new Set<Column['kind']>(['amount', 'percent'])

type FigureProps = {
  kind: Column['kind']
  value: number | null | undefined
  decimals: number
  address: Address | undefined
}

/** Nothing is a dash, and a dash leads nowhere. */
export function SheetFigure({ kind, value, decimals, address }: FigureProps) {
  if (value === undefined || value === null) return null
  if (value === 0 && kind !== 'percent') return <span className={classes.nothing}>–</span>
  return (
    <Linked address={address}>
      <span className={bracketed.has(kind) && value < 0 ? classes.negative : undefined}>
        <Num>{written(kind, value, decimals)}</Num>
      </span>
    </Linked>
  )
}

/** Negative amounts and shares are in parentheses, as accountants write them. */
function written(kind: Column['kind'], value: number, decimals: number): string {
  if (bracketed.has(kind) && value < 0) return `(${written(kind, -value, decimals)})`
  if (kind === 'amount') return formatNumber(value, decimals)
  if (kind === 'unit_amount') return formatNumber(value, 4)
  return kind === 'percent' ? `${formatNumber(value, 1)}%` : formatPlain(value)
}

/** A figure whose page its reader may not open is read, and opens nothing. */
function Linked({ address, children }: { address: Address | undefined; children: ReactNode }) {
  if (!address) return children
  return (
    <OpenLink {...address} className={classes.link}>
      {children}
    </OpenLink>
  )
}
