import { formatPlain } from '#contract/paper/format-number.ts'
import { localName } from '../../i18n/localName.ts'
import { dayAt } from '../today.ts'
import { Amount } from './Amount.tsx'
import type { Column } from './Column.ts'
import { Num } from './Num.tsx'
import { StatusDot } from './StatusDot.tsx'

type With<Key extends string, Value> = { readonly [K in Key]: Value }
type Names = { name: string; name_en: string | null }

/** Ready-made columns; a screen that needs another writes `{ name, draw }` itself. */
export const textColumn = <const K extends string>(name: K): Column<With<K, string | null>> => ({
  name,
  draw: (row) => <bdi>{row[name]}</bdi>,
})
export const codeColumn = <const K extends string>(name: K): Column<With<K, string | null>> => ({
  name,
  draw: (row) => <Num>{row[name]}</Num>,
})
export const nameColumn = (): Column<Names> => ({ name: 'name', draw: (row) => <bdi>{localName(row)}</bdi> })
/** A referenced row, `{ name, name_en }`, in the language of the page. */
export const referenceColumn = <const K extends string>(name: K): Column<With<K, Names>> => ({
  name,
  draw: (row) => <bdi>{localName(row[name])}</bdi>,
})
export const percentColumn = <const K extends string>(name: K): Column<With<K, number>> => ({
  name,
  figures: true,
  width: 100,
  draw: (row) => <Num>{`${formatPlain(row[name])}%`}</Num>,
})
export const amountColumn = <const K extends string>(
  name: K,
): Column<With<K, number> & { currency: { code: string; decimals: number } }> => ({
  name,
  figures: true,
  width: 136,
  draw: (row) => <Amount value={row[name]} currency={row.currency} />,
})
/** A day as it is stored, or an instant as the day it was. */
export const dateColumn = <const K extends string>(name: K): Column<With<K, string>> => ({
  name,
  width: 108,
  draw: (row) => <Num>{dayOf(row[name])}</Num>,
})
export const statusColumn = (): Column<{ status: string }> => ({
  name: 'status',
  width: 132,
  draw: (row) => <StatusDot status={row.status} />,
})
const dayOf = (value: string) => (value.length > 10 ? dayAt(new Date(value)) : value)
