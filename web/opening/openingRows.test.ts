import { expect, test } from 'vitest'
import { text } from '#ledger/money.ts'
import { emptyOpeningItem, emptyStock, itemRow, openingEquity, type Worth } from './openingRows.ts'

const [riyal, dollar, dirham, yen] = [1, 2, 5, 13]
const worth: Worth = {
  base: { id: riyal, decimals: 2 },
  currencies: [
    { id: riyal, rate: 1 },
    { id: dollar, rate: 3.75 },
    { id: yen, rate: null },
  ],
}
const nothing = { lines: [], owned: [], owed: [], stock: [] }

test.each([
  ['in the currency of the books', { currency_id: riyal, exchange_rate: '' }, '1000'],
  ['in that currency, whatever rate was typed', { currency_id: riyal, exchange_rate: '3.75' }, '1000'],
  ['at the rate that is given', { currency_id: dollar, exchange_rate: '٣٫٨' }, '3800'],
  ['at the rate of the day where none is given', { currency_id: dollar, exchange_rate: '' }, '3750'],
  ['as nothing where nobody said what it is worth', { currency_id: yen, exchange_rate: '' }, '0'],
])('what a customer owes counts %s', (_, row, equity) => {
  const item = {
    ...emptyOpeningItem(String(row.currency_id)),
    ...row,
    currency_id: String(row.currency_id),
    amount: '1000',
  }
  expect(text(openingEquity({ ...nothing, owned: [item] }, worth))).toBe(equity)
})

test('each row is rounded as it is posted', () => {
  const stock = { ...emptyStock(), quantity: '1', unit_cost: '0.335' }
  expect(text(openingEquity({ ...nothing, stock: [stock, stock, stock] }, worth))).toBe('1.02')
})

test('a rate of one stays with a foreign item, where an empty one would become that of the day', () => {
  const item = { id: 1, number: 'OB-1', due_date: '2026-01-01', amount: 1000, settled: 0, name: 'عميل', name_en: null }
  const stored = { ...item, customer_id: 1, exchange_rate: 1 }
  expect(itemRow({ ...stored, currency_id: dirham }, riyal).exchange_rate).toBe('1')
  expect(itemRow({ ...stored, currency_id: riyal }, riyal).exchange_rate).toBe('')
})
