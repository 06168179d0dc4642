import { decimal, parseDecimal, toNumber } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { LineColumn } from '../kit/lines/LineColumn.ts'
import { LineNumber } from '../kit/lines/LineNumber.tsx'
import { LineSelect } from '../kit/lines/LineSelect.tsx'
import { localName } from '../words/localName.ts'
import type { Product } from './DocumentItems.tsx'
import type { ItemRow } from './itemRow.ts'

type ItemColumnsFacts = {
  offered: readonly Product[]
  /** What choosing a product changes; null where the choice is refused. */
  choose: (productId: string) => Partial<ItemRow> | null
  decimals: number
}

/** Product, quantity, price, tax, total; the last two follow from the others. */
export function itemColumns({ offered, choose, decimals }: ItemColumnsFacts): readonly LineColumn<ItemRow>[] {
  const names = new Map(offered.map((product) => [String(product.id), localName(product)]))
  const choices = offered.map((product) => ({ value: String(product.id), label: localName(product) }))
  return [
    {
      name: 'product_id',
      read: (row) => <bdi>{row.product_name || names.get(row.product_id)}</bdi>,
      edit: ({ row, change, control }) => (
        <LineSelect
          control={control}
          value={row.product_id}
          choices={known(choices, row)}
          onChange={(value) => {
            const patch = choose(value)
            if (patch) change(patch)
          }}
        />
      ),
    },
    {
      name: 'quantity',
      width: '120px',
      figures: true,
      read: (row) => <Num>{plain(row.quantity)}</Num>,
      edit: ({ row, change, control }) => (
        <LineNumber control={control} value={row.quantity} onChange={(quantity) => change({ quantity })} />
      ),
    },
    {
      name: 'price',
      width: '140px',
      figures: true,
      read: (row) => <Num>{plain(row.price)}</Num>,
      edit: ({ row, change, control }) => (
        <LineNumber control={control} value={row.price} onChange={(price) => change({ price })} />
      ),
    },
    {
      name: 'tax_rate',
      width: '90px',
      figures: true,
      read: (row) => <Num>{row.tax_rate === '' ? '–' : `${plain(row.tax_rate)}%`}</Num>,
    },
    {
      name: 'total',
      width: '140px',
      figures: true,
      read: (row) => <Num>{formatNumber(rowTotal(row, decimals), decimals)}</Num>,
    },
  ]
}

/** A stored row's product may have become inactive since: it stays choosable in its own row. */
function known(choices: { value: string; label: string }[], row: ItemRow) {
  if (row.product_id === '' || choices.some((choice) => choice.value === row.product_id)) return choices
  return [{ value: row.product_id, label: row.product_name }, ...choices]
}

function plain(figure: string): string {
  const parsed = parseDecimal(figure)
  return parsed === null ? figure : formatPlain(toNumber(decimal(parsed)))
}

/** The figures of a row that can be reckoned with; a row being typed counts as nothing until it is a number. */
export function reckoned({ quantity, price, tax_rate }: ItemRow) {
  const figures = {
    quantity: parseDecimal(quantity),
    price: parseDecimal(price),
    tax_rate: parseDecimal(tax_rate || '0'),
  }
  if (figures.quantity === null || figures.price === null || figures.tax_rate === null) return null
  if (figures.quantity.startsWith('-') || figures.price.startsWith('-')) return null
  return figures as { quantity: string; price: string; tax_rate: string }
}

function rowTotal(row: ItemRow, decimals: number): number {
  const line = reckoned(row)
  const total = line && documentTotals({ lines: [line], decimals }).lines[0]?.total
  return total ? toNumber(total) : 0
}
