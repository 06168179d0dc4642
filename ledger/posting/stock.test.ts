import { expect, test } from 'vitest'
import { credit, debit, type Entry } from '../entry.ts'
import { decimal, text } from '../money.ts'
import { count, emptyStock } from '../stock.ts'
import { vector, written } from '../testing/notation.ts'
import { openingBalancesEntry } from './opening-balances.ts'
import { openingStockEntry } from './opening-stock.ts'
import { stockCountEntry } from './stock-count.ts'

const opening = count(emptyStock, 20, '12.345')
const loss = count(opening.state, 17)
const gone = count(loss.state, 0)
const found = count(loss.state, 18)
const main = { branch_id: 1 }

const counted = (value: typeof loss.value) => stockCountEntry({ branch_id: 1, lines: [{ product_id: 5, value }] })
const vectors: [string, Entry, string][] = [
  ['V36', openingStockEntry({ branch_id: 1, product_id: 5, cost: opening.value }), 'INV D246.90; OPEN_EQ C246.90'],
  ['V37', counted(loss.value), 'STOCK_LOSS D37.04; INV C37.04'],
  ['V54', counted(gone.value), 'STOCK_LOSS D209.86; INV C209.86'],
  ['a surplus', counted(found.value), 'INV D12.34; STOCK_GAIN C12.34'],
  [
    'V35',
    openingBalancesEntry([
      debit('CASH', 20000, main),
      debit('AR', 4600, { ...main, party: { kind: 'customer', id: 7 } }),
      debit('FIXED', 50000, main),
      credit('ACCDEP', 10000, main),
      credit('AP', 6900, { ...main, party: { kind: 'supplier', id: 8 } }),
      credit('LOAN', 15000, main),
    ]),
    'CASH D20000.00; AR D4600.00; FIXED D50000.00; ACCDEP C10000.00; AP C6900.00; LOAN C15000.00; OPEN_EQ C42700.00',
  ],
  [
    'V35 over two branches',
    openingBalancesEntry([debit('CASH', 20, main), credit('LOAN', 5, { branch_id: 2 })]),
    'CASH D20.00; OPEN_EQ C20.00; LOAN@2 C5.00; OPEN_EQ@2 D5.00',
  ],
]

test.each(vectors)('%s', (_, entry, notation) => {
  expect(written(entry)).toBe(vector(notation))
})

test('V36, V37 and V54: quantity and value of the pool after each move', () => {
  const states = [opening, loss, gone].map(({ state }) => `${text(state.quantity)}/${text(state.value, 2)}`)
  expect(states).toEqual(['20/246.90', '17/209.86', '0/0.00'])
})

test('several products lose and gain apart', () => {
  const lines = [
    { product_id: 1, value: decimal(-5) },
    { product_id: 2, value: decimal(7) },
  ]
  expect(written(stockCountEntry({ branch_id: 1, lines }))).toBe(
    vector('STOCK_LOSS D5.00; INV C5.00; INV D7.00; STOCK_GAIN C7.00'),
  )
})
