import { describe, expect, test } from 'vitest'
import type { ListedPrice } from '#contract/prices/price-lists.ts'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { listedOnRow, repriced } from './listedPrice.ts'

const list = { id: 1, name: 'الجملة', name_en: 'Wholesale' }
const step = { product_id: 7, rank: 1, from_quantity: 10, price: 90, prices_include_tax: false, list } as ListedPrice
const row = (change: Partial<ItemRow>): ItemRow => ({
  ...emptyItem(),
  product_id: '7',
  quantity: '10',
  price: '100',
  tax_rate: '15',
  product_price: '100',
  filled_price: '100',
  ...change,
})
const priceOf = (change: Partial<ItemRow>, includesTax = false) => {
  const own = row(change)
  return repriced(own, listedOnRow([step], own, includesTax)).price
}

describe('the price of a row', () => {
  test.each<[string, Partial<ItemRow>, string]>([
    ['is that of the list from its quantity on', {}, '90'],
    ['is that of the product below it', { quantity: '9' }, '100'],
    [
      'returns to that of the product when the quantity falls',
      { quantity: '9', price: '90', filled_price: '90' },
      '100',
    ],
    ['stays where it was typed', { price: '95' }, '95'],
    ['stays where the row was stored', { filled_price: undefined }, '100'],
  ])('%s', (_, change, price) => {
    expect(priceOf(change)).toBe(price)
  })

  test('is said with tax on a document whose prices include it', () => {
    expect(priceOf({}, true)).toBe('103.5')
  })
})

test('a row with the price of its list says so, and one that was typed says what the list has', () => {
  expect(listedOnRow([step], row({ price: '90.00' }), false)).toMatchObject({ isTaken: true, from_quantity: 10 })
  expect(listedOnRow([step], row({ price: '95' }), false)).toMatchObject({ isTaken: false, price: '90' })
  expect(listedOnRow([step], row({ quantity: '9' }), false)).toBeNull()
})
