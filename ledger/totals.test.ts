import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBaseCurrency } from './base-amounts.ts'
import { decimal, sum, text } from './money.ts'
import { documentTotals } from './totals.ts'

/** `rows × quantity × price @ rate` with the figures the vectors of accounting rule 3.3 expect. */
const vectors = [
  { id: 'M01', rows: 3, quantity: 1, price: '0.10', rate: 15, subtotal: '0.30', tax: '0.05', total: '0.35' },
  { id: 'M02', rows: 1, quantity: 1, price: '1.90', rate: 15, subtotal: '1.90', tax: '0.29', total: '2.19' },
  { id: 'M03', rows: 1, quantity: 1, price: '6.70', rate: 15, subtotal: '6.70', tax: '1.01', total: '7.71' },
  { id: 'M04', rows: 1, quantity: 1, price: '33.30', rate: 15, subtotal: '33.30', tax: '5.00', total: '38.30' },
  { id: 'M06', rows: 1, quantity: 1, price: '0.30', rate: 15, subtotal: '0.30', tax: '0.05', total: '0.35' },
  { id: 'M08', rows: 3, quantity: '0.335', price: '10.01', rate: 15, subtotal: '10.05', tax: '1.51', total: '11.56' },
  {
    id: 'M10',
    rows: 1,
    quantity: 1,
    price: '703435.54',
    rate: 15,
    subtotal: '703435.54',
    tax: '105515.33',
    total: '808950.87',
  },
  { id: 'M14', rows: 10, quantity: 1, price: '0.10', rate: 0, subtotal: '1.00', tax: '0.00', total: '1.00' },
  { id: 'M16', rows: 1, quantity: 3, price: '19.99', rate: 15, subtotal: '59.97', tax: '9.00', total: '68.97' },
]

test.each(vectors)(
  '$id: $rows × $quantity × $price at $rate %',
  ({ id: _, rows, quantity, price, rate, ...expected }) => {
    const lines = Array.from({ length: rows }, () => ({ quantity, price, tax_rate: rate }))
    const { subtotal, tax, total } = documentTotals({ lines, decimals: 2 })
    expect({ subtotal: text(subtotal, 2), tax: text(tax, 2), total: text(total, 2) }).toEqual(expected)
  },
)

test('M08: each row is rounded first', () => {
  const lines = Array.from({ length: 3 }, () => ({ quantity: '0.335', price: '10.01', tax_rate: 15 }))
  expect(documentTotals({ lines, decimals: 2 }).lines.map(({ net }) => text(net))).toEqual(['3.35', '3.35', '3.35'])
})

test('M19: three decimals, and what they are worth in riyals', () => {
  const totals = documentTotals({ lines: [{ quantity: 3, price: '12.345', tax_rate: 15 }], decimals: 3 })
  expect([totals.tax, totals.total].map((x) => text(x, 3))).toEqual(['5.555', '42.590'])
  const base = toBaseCurrency({ totals, exchange_rate: '12.21', decimals: 2 })
  expect([base.net, base.tax, base.total].map((x) => text(x, 2))).toEqual(['452.20', '67.83', '520.03'])
})

test('categories are separate by key and rate; row taxes are for display only, shares are exact', () => {
  const totals = documentTotals({
    lines: [
      { quantity: 1, price: '0.10', tax_rate: 15, tax_key: 'S' },
      { quantity: 1, price: '0.10', tax_rate: '15.00', tax_key: 'S' },
      { quantity: 1, price: '0.10', tax_rate: 15, tax_key: 'S' },
      { quantity: 1, price: '5', tax_rate: 0, tax_key: 'Z' },
      { quantity: 9, price: '0', tax_rate: 15, tax_key: 'S' },
    ],
    decimals: 2,
  })
  expect(totals.taxes.map(({ key, base, tax }) => [key, text(base), text(tax)])).toEqual([
    ['S', '0.3', '0.05'],
    ['Z', '5', '0'],
  ])
  expect(totals.lines.map(({ tax }) => text(tax))).toEqual(['0.02', '0.02', '0.02', '0', '0'])
  expect(totals.lines.map(({ tax_share }) => text(tax_share))).toEqual(['0.02', '0.02', '0.01', '0', '0'])
})

test('one tax with two rates forms two categories', () => {
  const lines = [15, 5].map((tax_rate) => ({ quantity: 1, price: 100, tax_rate, tax_key: 'S' }))
  const { taxes } = documentTotals({ lines, decimals: 2 })
  expect(taxes.map(({ rate, base, tax }) => [rate, base, tax].map((x) => text(x)))).toEqual([
    ['15', '100', '15'],
    ['5', '100', '5'],
  ])
})

test('2.1-9: each category has its own tax in base currency, and an entered base amount overrides the rate', () => {
  const lines = [
    { quantity: 1, price: 100, tax_rate: 15, tax_key: 'S' },
    { quantity: 1, price: 300, tax_rate: 0, tax_key: 'Z' },
  ]
  const totals = documentTotals({ lines, decimals: 2 })
  const shown = ({ net, tax, total, taxes }: ReturnType<typeof toBaseCurrency>) => [
    [net, tax, total].map((x) => text(x)).join(' '),
    ...taxes.map((category) => `${text(category.base)} ${text(category.tax)}`),
  ]
  const rate = { totals, exchange_rate: '4.10', decimals: 2 }
  expect(shown(toBaseCurrency(rate))).toEqual(['1640 61.5 1701.5', '410 61.5', '1230 0'])
  const given = { net: decimal('1640.01'), tax: decimal('61.49') }
  expect(shown(toBaseCurrency({ ...rate, given }))).toEqual(['1640.01 61.49 1701.5', '410 61.49', '1230.01 0'])
})

test('no rows, no figures', () => {
  const { subtotal, tax, total, taxes } = documentTotals({ lines: [], decimals: 2 })
  expect([text(subtotal), text(tax), text(total), taxes]).toEqual(['0', '0', '0', []])
})

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 5_000_000 }).map((x) => `${x}e-3`),
  price: fc.integer({ min: 0, max: 9_999_999 }).map((x) => `${x}e-3`),
  tax_rate: fc.constantFrom('0', '5', '15'),
})
const document = fc.record({ lines: fc.array(line, { maxLength: 8 }), decimals: fc.constantFrom(0, 2, 3) })

test('B6: total = subtotal + tax, shares sum to the tax, and the order of rows changes no total', () => {
  fc.assert(
    fc.property(document, fc.infiniteStream(fc.nat()), ({ lines, decimals }, dice) => {
      const totals = documentTotals({ lines, decimals })
      expect(totals.total.eq(totals.subtotal.plus(totals.tax))).toBe(true)
      expect(sum(totals.lines.map((row) => row.tax_share)).eq(totals.tax)).toBe(true)
      expect(sum(totals.lines.map((row) => row.net)).eq(totals.subtotal)).toBe(true)
      const keyed = lines.map((row) => ({ row, key: dice.next().value as number }))
      const shuffled = documentTotals({ lines: keyed.sort((a, b) => a.key - b.key).map(({ row }) => row), decimals })
      expect([shuffled.subtotal, shuffled.tax, shuffled.total].map(String)).toEqual(
        [totals.subtotal, totals.tax, totals.total].map(String),
      )
    }),
  )
})

test('base amounts of lines and categories sum exactly to the document', () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 10_000_000 }), ({ lines, decimals }, rate) => {
      const base = toBaseCurrency({
        totals: documentTotals({ lines, decimals }),
        exchange_rate: `${rate}e-5`,
        decimals: 2,
      })
      expect(sum(base.lines).eq(base.net)).toBe(true)
      expect(sum(base.taxes.map((category) => category.base)).eq(base.net)).toBe(true)
      expect(sum(base.taxes.map((category) => category.tax)).eq(base.tax)).toBe(true)
    }),
  )
})
