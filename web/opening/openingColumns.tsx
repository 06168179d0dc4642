import { TextInput } from '@mantine/core'
import { products } from '#contract/catalog.ts'
import { chartCalls } from '#contract/chart.ts'
import type { Side } from '#contract/documents/sides.ts'
import { lookUps } from '#contract/organization.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { parties } from '#contract/parties.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { round } from '#ledger/money.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { RowLots } from '../lots/RowLots.tsx'
import { StatedLots } from '../lots/StatedLots.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { useChoices } from '../ui/fields/useChoices.ts'
import type { LineCell, LineColumn } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { figureOf } from '../ui/values/figureOf.ts'
import classes from './Opening.module.css'
import type { AccountRow, OpeningItemRow, StockRow } from './openingRows.ts'

type Keys<Row, Value> = { [K in keyof Row]-?: Row[K] extends Value ? K : never }[keyof Row] & string

/** A figure of a row, with at least so many decimals; there is no cell to fill where it is not asked for. */
function figureColumn<Row>(
  name: Keys<Row, string>,
  width: string,
  decimals: (row: Row) => number | undefined = () => 0,
  isAsked: (row: Row) => boolean = () => true,
): LineColumn<Row> {
  return {
    name,
    width,
    figures: true,
    read: (row) => <Num>{groupThousands(row[name] as string, decimals(row))}</Num>,
    edit: ({ row, change, control }) => (
      <FigureInput
        {...control}
        decimals={decimals(row)}
        disabled={!isAsked(row)}
        value={row[name] as string}
        onChange={(value) => change({ [name]: value } as Partial<Row>)}
      />
    ),
  }
}

export const accountColumns = (
  currencies: readonly OpeningCurrency[],
  decimals: number,
): readonly LineColumn<AccountRow>[] => [
  {
    name: 'account_id',
    read: (row) => <bdi>{row.account_name}</bdi>,
    edit: (cell) => <AccountCell {...cell} />,
  },
  sideColumn('debit', 'credit', decimals),
  sideColumn('credit', 'debit', decimals),
  {
    name: 'currency_id',
    width: '120px',
    read: (row) => <Num>{currencies.find((one) => String(one.id) === row.currency_id)?.code ?? ''}</Num>,
    edit: ({ row, change, control }) => (
      <LineSelect
        control={control}
        value={row.currency_id}
        choices={[{ value: '', label: '–' }, ...currencyChoices(currencies)]}
        onChange={(currency_id) => change({ currency_id, ...(currency_id === '' && { amount_currency: '' }) })}
      />
    ),
  },
  figureColumn<AccountRow>('amount_currency', '130px', decimalsIn(currencies), (row) => row.currency_id !== ''),
]

/** A balance is on one side: typing on this side empties the other. */
function sideColumn(side: 'debit' | 'credit', other: 'debit' | 'credit', decimals: number): LineColumn<AccountRow> {
  return {
    name: side,
    width: '140px',
    figures: true,
    read: (row) => <Num>{groupThousands(row[side], decimals)}</Num>,
    edit: ({ row, change, control }) => (
      <FigureInput
        {...control}
        decimals={decimals}
        value={row[side]}
        onChange={(value) => change(figureOf(value).gt(0) ? { [side]: value, [other]: '' } : { [side]: value })}
      />
    ),
  }
}

function AccountCell({ row, change, control }: LineCell<AccountRow>) {
  const { choices } = usePostableNodes(chartCalls.accountOptions)
  return (
    <div className={classes.wide}>
      <LineSelect
        control={control}
        value={row.account_id}
        unknown={row.account_name}
        choices={choices}
        onChange={(account_id) =>
          change({ account_id, account_name: choices.find((one) => one.value === account_id)?.label ?? '' })
        }
      />
    </div>
  )
}

export type OpeningCurrency = { id: number; code: string; decimals: number }
const decimalsIn = (currencies: readonly OpeningCurrency[]) => (row: { currency_id: string }) =>
  currencies.find((one) => String(one.id) === row.currency_id)?.decimals
const currencyChoices = (currencies: readonly OpeningCurrency[]) =>
  currencies.map((one) => ({ value: String(one.id), label: one.code }))

/** The open items of one side: party, number, due date, amount. Items in base currency have no rate. */
export const openingItemColumns = (
  side: Side,
  currencies: readonly OpeningCurrency[],
  baseId: number,
): readonly LineColumn<OpeningItemRow>[] => [
  {
    name: side.partyField,
    read: (row) => <bdi>{row.party_name}</bdi>,
    edit: (cell) => <PartyCell {...cell} side={side} />,
  },
  {
    name: 'number',
    width: '140px',
    read: (row) => <Num>{row.number}</Num>,
    edit: ({ row, change, control }) => (
      <TextInput
        {...control}
        value={row.number}
        autoComplete="off"
        classNames={{ input: 'ltr-input' }}
        onChange={(event) => change({ number: event.currentTarget.value })}
      />
    ),
  },
  {
    name: 'due_date',
    width: '150px',
    read: (row) => <Num>{row.due_date}</Num>,
    edit: ({ row, change, control }) => (
      <DayInput
        label={control['aria-label']}
        labelProps={{ className: classes.hidden }}
        error={control.error}
        data-field={control['data-field']}
        value={row.due_date}
        onChange={(due_date) => change({ due_date })}
        onWrong={(due_date) => change({ due_date })}
      />
    ),
  },
  {
    name: 'currency_id',
    width: '110px',
    read: (row) => <Num>{currencies.find((one) => String(one.id) === row.currency_id)?.code ?? ''}</Num>,
    edit: ({ row, change, control }) => (
      <LineSelect
        control={control}
        value={row.currency_id}
        choices={currencyChoices(currencies)}
        onChange={(currency_id) => change({ currency_id, exchange_rate: '' })}
      />
    ),
  },
  figureColumn<OpeningItemRow>(
    'exchange_rate',
    '140px',
    () => 0,
    (row) => row.currency_id !== String(baseId),
  ),
  figureColumn<OpeningItemRow>('amount', '140px', decimalsIn(currencies)),
]

/** An opening credit has no due date: party, number, amount. */
export const creditColumns = (...asked: Parameters<typeof openingItemColumns>): readonly LineColumn<OpeningItemRow>[] =>
  openingItemColumns(...asked).filter(({ name }) => name !== 'due_date')

function PartyCell({ row, change, control, side }: LineCell<OpeningItemRow> & { side: Side }) {
  const { choices, setSearch } = useChoices(optionsOf(parties[side.name]))
  return (
    <div className={classes.wide}>
      <LineSelect
        control={control}
        value={row.party_id}
        unknown={row.party_name}
        choices={choices}
        onSearch={setSearch}
        onChange={(party_id) =>
          change({ party_id, party_name: choices.find((one) => one.value === party_id)?.label ?? '' })
        }
      />
    </div>
  )
}

export const stockColumns = (decimals: number): readonly LineColumn<StockRow>[] => [
  {
    name: 'product_id',
    also: ['lots'],
    read: (row) => (
      <>
        <bdi>{row.product_name}</bdi>
        <StatedLots lots={row.lots ?? []} />
      </>
    ),
    edit: (cell) => (
      <>
        <ProductCell {...cell} />
        <RowLots
          product_id={cell.row.product_id}
          quantity={cell.row.quantity}
          lots={cell.row.lots ?? []}
          onChange={(lots) => cell.change({ lots })}
          field={cell.control['data-field'].replace(/product_id$/, 'lots')}
          number={Number(cell.control['data-field'].split('.')[1]) + 1}
        />
      </>
    ),
  },
  figureColumn<StockRow>('quantity', '130px'),
  figureColumn<StockRow>('unit_cost', '130px', () => decimals),
  {
    name: 'value',
    width: '140px',
    figures: true,
    read: (row) => (
      <Num>{formatNumber(round(figureOf(row.quantity).times(figureOf(row.unit_cost)), decimals), decimals)}</Num>
    ),
  },
]

type ProductOption = {
  id: number
  name: string
  name_en?: string | null
  purchase_price: number
  type: string
  unlimited_quantity: boolean
}

/** Only goods that keep stock; choosing one proposes its purchase price. */
function ProductCell({ row, change, control }: LineCell<StockRow>) {
  const { choices, setSearch, find, options } = useChoices<ProductOption>(optionsOf(products))
  const stocked = new Set(
    options.filter((one) => one.type === 'product' && !one.unlimited_quantity).map((one) => String(one.id)),
  )
  return (
    <div className={classes.wide}>
      <LineSelect
        control={control}
        value={row.product_id}
        choices={choices.filter((one) => stocked.has(one.value) || one.value === row.product_id)}
        onSearch={setSearch}
        onChange={(product_id) => {
          const product = find(product_id)
          change({
            product_id,
            lots: [],
            product_name: choices.find((one) => one.value === product_id)?.label ?? '',
            ...(product && row.unit_cost === '' && { unit_cost: String(product.purchase_price) }),
          })
        }}
      />
    </div>
  )
}

export const currencyCall = lookUps.currencies
