import { expect, test } from 'vitest'
import { text } from './money.ts'
import { lessPercent, priceOnDocument, stepFor } from './price-list.ts'

const step = (rank: number, from_quantity: number, price: number) => ({
  rank,
  from_quantity,
  price,
  prices_include_tax: null,
})
const steps = [step(1, 1, 95), step(0, 10, 80), step(0, 100, 70), step(1, 50, 60)]

test.each([
  ['0.5', undefined],
  ['1', 95],
  ['9.999999', 95],
  ['10', 80],
  ['99.999999', 80],
  ['100', 70],
  ['1000', 70],
])('a quantity of %s has the highest step it reaches of the nearest list', (quantity, price) => {
  expect(stepFor(steps, quantity)?.price).toBe(price)
})

test.each([
  ['without tax, as the document says its prices', '100', false, false, '100'],
  ['with tax, as the document says its prices', '115', true, true, '115'],
  ['with tax, on a document without', '115', true, false, '100'],
  ['with tax that does not divide, on a document without', '100', true, false, '86.956522'],
  ['without tax, on a document with', '86.956522', false, true, '100.000000'],
  ['of the product, which is said as it is', '100', null, true, '100'],
])('a price %s', (_, price, listed, document, shown) => {
  const of = { price, prices_include_tax: listed }
  expect(Number(text(priceOnDocument(of, { prices_include_tax: document, tax_rate: 15 })))).toBe(Number(shown))
})

test.each([
  ['200', '12.5', '175'],
  ['9.99', '100', '0'],
  ['0.000001', '50', '0.000001'],
])('%s less %s percent', (price, percent, left) => {
  expect(text(lessPercent(price, percent))).toBe(left)
})
