import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import type { Sheet } from '#contract/reports/sheet.ts'
import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { LabelText } from './LabelText.tsx'
import classes from './Sheet.module.css'
import { type Address, sheetLink } from './sheetLink.ts'
import { useLabel } from './useLabel.ts'

type Column = Sheet['columns'][number]
type Row = Sheet['rows'][number]

type SheetCellProps = {
  column: Column
  row: Row
  decimals: number
  /** The column of numbers before the names: on a phone, where it has no room, its number stands in the name's cell. */
  numbers?: string
  /** What else is said of a row: on a phone below its name, so that the figures stand beside it. */
  folded: readonly Column[]
  /** Whether a line sets it off from the column before. */
  starts?: boolean
}
export function SheetCell({ column, row, decimals, numbers, folded, starts = false }: SheetCellProps) {
  const start = starts || undefined
  const { kind, key } = column
  if (kind === 'label')
    return (
      <th scope="row" className={classes.label} style={{ '--level': row.level } as CSSProperties}>
        {numbers && row.texts[numbers] && (
          <span className={classes.number} aria-hidden>
            <Num>{row.texts[numbers] as string}</Num>{' '}
          </span>
        )}
        <Linked address={row.link ? sheetLink(row.link, column.query ?? {}) : undefined}>
          <LabelText label={row.label} />
        </Linked>
        <Below row={row} columns={folded} />
      </th>
    )
  const fold = folded.includes(column) || undefined
  if (kind === 'code' || kind === 'date')
    return (
      <td className={classes[kind]} data-start={start} data-folded={fold}>
        <Num>{row.texts[key] as string}</Num>
      </td>
    )
  if (kind === 'text')
    return (
      <td className={classes.text} data-start={start} data-folded={fold}>
        <Said text={row.texts[key]} />
      </td>
    )
  return (
    <td className={classes.figure} data-start={start}>
      <Figure kind={kind} value={row.figures[key]} decimals={decimals} address={addressOf(column, row)} />
    </td>
  )
}

/** Names speak for themselves; a day or a number says of what it is. */
function Below({ row, columns }: { row: Row; columns: readonly Column[] }) {
  const say = useLabel()
  const said = columns.filter(({ key }) => row.texts[key])
  if (said.length === 0) return null
  return (
    <span className={classes.said}>
      {said.map(({ key, kind, label }) => (
        <span key={key}>
          {kind === 'text' ? (
            <Said text={row.texts[key]} />
          ) : (
            <>
              {say(label)} <Num>{row.texts[key] as string}</Num>
            </>
          )}
        </span>
      ))}
    </span>
  )
}

const Said = ({ text }: { text: Row['texts'][string] | undefined }) =>
  typeof text === 'object' && text ? <LabelText label={text} /> : <bdi>{text}</bdi>

const addressOf = (column: Column, row: Row) =>
  row.link && column.query ? sheetLink(row.link, column.query) : undefined

const bracketed = new Set<Column['kind']>(['amount', 'percent'])

type FigureProps = {
  kind: Column['kind']
  value: number | null | undefined
  decimals: number
  address: Address | undefined
}

/** Nothing is a dash, and a dash leads nowhere. */
function Figure({ kind, value, decimals, address }: FigureProps) {
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

/** Below zero an amount or a share stands in parentheses, as accountants write it. */
function written(kind: Column['kind'], value: number, decimals: number): string {
  if (bracketed.has(kind) && value < 0) return `(${written(kind, -value, decimals)})`
  if (kind === 'amount') return formatNumber(value, decimals)
  if (kind === 'unit_amount') return formatNumber(value, 4)
  return kind === 'percent' ? `${formatNumber(value, 1)}%` : formatPlain(value)
}

function Linked({ address, children }: { address: Address | undefined; children: ReactNode }) {
  if (!address) return children
  return (
    <Link to={address.to} search={(address.search ?? {}) as never} className={classes.link} preload={false}>
      {children}
    </Link>
  )
}
