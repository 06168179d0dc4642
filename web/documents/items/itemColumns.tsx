import { TextInput } from '@mantine/core'
import { formatNumber } from '#contract/paper/format-number.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { type Decimal, parseDecimal, zero } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import { AvailableHere } from '../../accounting-ui/AvailableHere.tsx'
import { CostCenterCell } from '../../accounting-ui/CostCenterCell.tsx'
import type { Trade } from '../../catalog/unitChoices.ts'
import { RowLots } from '../../lots/RowLots.tsx'
import { StatedLots } from '../../lots/StatedLots.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { FigureInput } from '../../ui/fields/FigureInput.tsx'
import type { LineCell, LineColumn } from '../../ui/lines/LineColumn.ts'
import { DiscountInput, reckonedDiscount, shownDiscount } from './DiscountInput.tsx'
import classes from './DocumentItems.module.css'
import { type ItemRow, notSpread } from './itemRow.ts'
import { ListedPriceHint } from './ListedPriceHint.tsx'
import type { ListedOnRow } from './listedPrice.ts'
import { ProductCell } from './ProductCell.tsx'
import { RowTaxCell, type TaxChoice } from './RowTaxCell.tsx'
import { SpreadDay } from './SpreadDay.tsx'
import { UnitChoice } from './UnitChoice.tsx'

type ItemColumnsFacts = {
  trade: Trade
  /** Whether rows state a unit of their product. */
  withUnits: boolean
  rate: () => number | undefined
  /** Whether rows of untaxed products take the tax as well. */
  alwaysTaxed: boolean
  decimals: number
  /** Whether each row says its cost center. */
  withCostCenter: boolean
  /** Whether each row says its discount and its tax; undefined where it does not. */
  details: { taxes: () => readonly TaxChoice[]; usual: string } | undefined
  /** Whether each row says over which months it is recognised. */
  withSpread: boolean
  includesTax: boolean
  /** Whether each row says why it may differ from its order. */
  withReason: boolean
  /** What a price list says of a row; undefined where no list is asked. */
  listedOf?: ((row: ItemRow) => ListedOnRow | null) | undefined
}

/** Product, quantity, price, tax, total; the last two follow from the others. */
export function itemColumns({
  trade,
  withUnits,
  rate,
  alwaysTaxed,
  decimals,
  withCostCenter,
  details,
  withSpread,
  includesTax,
  withReason,
  listedOf,
}: ItemColumnsFacts): readonly LineColumn<ItemRow>[] {
  const isWide = withCostCenter || withSpread || withReason
  return [
    {
      name: 'product_id',
      also: ['lots'],
      read: (row) => (
        <>
          <span className={isWide ? classes.named : undefined}>
            <bdi>{row.label || row.product_name}</bdi>
          </span>
          <StatedLots lots={row.lots} />
          {row.goods_line_id === '' && <AvailableHere product_id={row.product_id} />}
        </>
      ),
      edit: (cell) => (
        <div className={isWide ? classes.product : undefined}>
          <ProductCell cell={cell} trade={trade} rate={rate} alwaysTaxed={alwaysTaxed} />
          {cell.row.goods_line_id === '' && <AvailableHere product_id={cell.row.product_id} />}
          {cell.row.goods_line_id === '' && <LotsOfCell cell={cell} />}
        </div>
      ),
    },
    ...(withCostCenter ? [costCenterColumn] : []),
    quantityColumn(withUnits, trade),
    priceColumn({ decimals, listedOf }),
    ...(details ? [discountColumn] : []),
    {
      name: 'tax_rate',
      // The product brings it.
      isAsked: (row) => row.product_id !== '',
      also: ['tax_id'],
      width: details ? '190px' : '72px',
      isWholeOnCard: details !== undefined,
      figures: true,
      read: (row) => <Num>{row.tax_rate === '' ? '–' : `${groupThousands(row.tax_rate)}%`}</Num>,
      ...(details && {
        edit: (cell) => <RowTaxCell cell={cell} taxes={details.taxes()} usual={details.usual} />,
      }),
    },
    ...(withSpread ? spreadColumns : []),
    ...(withReason ? [reasonColumn] : []),
    {
      name: 'total',
      width: '122px',
      figures: true,
      read: (row) => <Num>{formatNumber(rowTotal(row, decimals, includesTax), decimals)}</Num>,
    },
  ]
}

/** Below the product, what of it comes or leaves. Lots count in the product's own unit. */
const LotsOfCell = ({ cell: { row, change, control } }: { cell: LineCell<ItemRow> }) => (
  <RowLots
    product_id={row.product_id}
    quantity={row.product_unit_id === '' ? row.quantity : ''}
    lots={row.lots}
    onChange={(lots) => change({ lots })}
    field={control['data-field'].replace(/product_id$/, 'lots')}
    number={Number(control['data-field'].split('.')[1]) + 1}
  />
)

/** The quantity, and below it the unit where the product has more than one. */
const quantityColumn = (withUnits: boolean, trade: Trade): LineColumn<ItemRow> => ({
  name: 'quantity',
  also: ['product_unit_id'],
  width: '104px',
  figures: true,
  read: (row) => (
    <>
      <Num>{groupThousands(row.quantity)}</Num>
      {row.unit_label !== '' && (
        <span className={classes.listed}>
          <bdi>{row.unit_label}</bdi>
        </span>
      )}
    </>
  ),
  edit: (cell) => (
    <>
      <FigureInput {...cell.control} value={cell.row.quantity} onChange={(quantity) => cell.change({ quantity })} />
      {withUnits && cell.row.product_id !== '' && <UnitChoice cell={cell} trade={trade} />}
    </>
  ),
})

/** The price, and below it which list it is from. */
const priceColumn = ({ decimals, listedOf }: Pick<ItemColumnsFacts, 'decimals' | 'listedOf'>): LineColumn<ItemRow> => ({
  name: 'price',
  width: '122px',
  figures: true,
  read: (row) => (
    <>
      <Num>{groupThousands(row.price, decimals)}</Num>
      <ListedPriceHint listed={listedOf?.(row)} decimals={decimals} />
    </>
  ),
  edit: ({ row, change, control }) => (
    <>
      <FigureInput {...control} value={row.price} decimals={decimals} onChange={(price) => change({ price })} />
      <ListedPriceHint listed={listedOf?.(row)} decimals={decimals} />
    </>
  ),
})

const costCenterColumn: LineColumn<ItemRow> = {
  name: 'cost_center_id',
  width: '200px',
  read: (row) => <bdi>{row.cost_center_name}</bdi>,
  edit: (cell) => <CostCenterCell {...cell} />,
}

const discountColumn: LineColumn<ItemRow> = {
  name: 'discount_amount',
  also: ['discount_percent'],
  width: '104px',
  figures: true,
  read: (row) => <Num>{shownDiscount(row)}</Num>,
  edit: ({ row, change, control }) => <DiscountInput {...control} value={row} onChange={change} />,
}

/** A row that does not differ needs none. */
const reasonColumn: LineColumn<ItemRow> = {
  name: 'difference_reason',
  width: '190px',
  isWholeOnCard: true,
  read: (row) => <bdi>{row.difference_reason}</bdi>,
  edit: ({ row, change, control }) => (
    <TextInput
      {...control}
      value={row.difference_reason}
      onChange={(event) => change({ difference_reason: event.currentTarget.value })}
    />
  ),
}

/** An end that is a day was said elsewhere: it stays until a number of months is typed. */
const spreadColumns: readonly LineColumn<ItemRow>[] = [
  {
    name: 'spread_from',
    also: ['spread_account_id'],
    width: '136px',
    read: (row) => <Num>{row.spread_from}</Num>,
    edit: ({ row, change, control }) => (
      <SpreadDay
        control={control}
        value={row.spread_from}
        onChange={(spread_from) => change(spread_from === '' ? notSpread : { spread_from })}
      />
    ),
  },
  {
    name: 'spread_months',
    also: ['spread_to'],
    width: '84px',
    figures: true,
    read: (row) => <Num>{row.spread_months || row.spread_to}</Num>,
    edit: ({ row, change, control }) => (
      <FigureInput
        {...control}
        placeholder={row.spread_to}
        value={row.spread_months}
        onChange={(spread_months) => change({ spread_months, spread_to: spread_months === '' ? row.spread_to : '' })}
      />
    ),
  },
]

/** The figures of a row that can be reckoned with; a row being typed counts as nothing until it is a number. */
export function reckoned({ quantity, price, tax_rate, tax_id, ...row }: ItemRow) {
  const figures = {
    quantity: parseDecimal(quantity),
    price: parseDecimal(price),
    tax_rate: parseDecimal(tax_rate || '0'),
  }
  if (figures.quantity === null || figures.price === null || figures.tax_rate === null) return null
  if (figures.quantity.startsWith('-') || figures.price.startsWith('-')) return null
  // Rows of one tax and rate are one category, as on the server.
  const tax_key = tax_id || null
  return { ...(figures as { quantity: string; price: string; tax_rate: string }), ...reckonedDiscount(row), tax_key }
}

function rowTotal(row: ItemRow, decimals: number, prices_include_tax: boolean): Decimal {
  const line = reckoned(row)
  return (line && documentTotals({ lines: [line], decimals, prices_include_tax }).lines[0]?.total) ?? zero
}
