import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimal, ratio, sum, text } from './money.ts'
import { type Discount, documentTotals, netPrice, type TotalsInput } from './totals.ts'

const row = (price: string, more: object = {}) => ({ quantity: '1', price, tax_rate: '15', ...more })
const amount = (discount_amount: string): Discount => ({ discount_amount })
const percent = (discount_percent: string): Discount => ({ discount_percent })

const vectors: [
  string,
  Omit<TotalsInput, 'decimals'>,
  { subtotal: string; discount: string; tax: string; total: string },
][] = [
  [
    'a row, by amount',
    { lines: [row('100', amount('10'))] },
    { subtotal: '90', discount: '0', tax: '13.5', total: '103.5' },
  ],
  [
    'a row, by percent, rounded',
    { lines: [row('33.33', percent('7.5'))] },
    { subtotal: '30.83', discount: '0', tax: '4.62', total: '35.45' },
  ],
  [
    'a row, above its worth',
    { lines: [row('5', amount('6'))] },
    { subtotal: '0', discount: '0', tax: '0', total: '0' },
  ],
  [
    'the document, by amount',
    { lines: [row('100'), row('50')], discount: amount('30') },
    { subtotal: '120', discount: '30', tax: '18', total: '138' },
  ],
  [
    'the document, by percent',
    { lines: [row('100'), row('50.05')], discount: percent('10') },
    { subtotal: '135.04', discount: '15.01', tax: '20.26', total: '155.3' },
  ],
  [
    'the document, over two categories',
    { lines: [row('100'), row('50', { tax_rate: '0' })], discount: amount('10') },
    { subtotal: '140', discount: '10', tax: '14', total: '154' },
  ],
  [
    'row and document',
    { lines: [row('100', percent('50')), row('50', { tax_rate: '0' })], discount: amount('10') },
    { subtotal: '90', discount: '10', tax: '6.75', total: '96.75' },
  ],
  [
    'with tax inside',
    { lines: [row('115')], prices_include_tax: true },
    { subtotal: '100', discount: '0', tax: '15', total: '115' },
  ],
  [
    'with tax inside and a row discount',
    { lines: [row('115', amount('11.5'))], prices_include_tax: true },
    { subtotal: '90', discount: '0', tax: '13.5', total: '103.5' },
  ],
  [
    'with tax inside and a document discount with tax',
    { lines: [row('115'), row('50', { tax_rate: '0' })], discount: amount('16.5'), prices_include_tax: true },
    { subtotal: '135', discount: '15', tax: '13.5', total: '148.5' },
  ],
]
test.each(vectors)('discount of %s', (_, input, expected) => {
  const { subtotal, discount, tax, total } = documentTotals({ ...input, decimals: 2 })
  expect({ subtotal: text(subtotal), discount: text(discount), tax: text(tax), total: text(total) }).toEqual(expected)
})

const rate = fc.constantFrom('15', '5', '0')
const figure = (max: number) => fc.integer({ min: 0, max }).map((units) => text(decimal(`${units}e-2`)))
const discount = fc.oneof(
  fc.constant({}),
  figure(5000).map(amount),
  fc.integer({ min: 0, max: 10_000 }).map((units) => percent(text(decimal(`${units}e-2`)))),
)
const line = fc.record({
  quantity: fc.constantFrom('1', '2', '7', '0.335'),
  price: figure(100_000),
  tax_rate: rate,
  given: discount,
})
const documents = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  discount,
  prices_include_tax: fc.boolean(),
})
const reckoned = (
  input: { lines: ({ given: Discount } & TotalsInput['lines'][number])[] } & Omit<TotalsInput, 'lines' | 'decimals'>,
) => documentTotals({ ...input, lines: input.lines.map(({ given, ...own }) => ({ ...own, ...given })), decimals: 2 })
const equal = (left: Parameters<typeof text>[0], right: Parameters<typeof text>[0]) =>
  expect(text(left)).toBe(text(right))

test('the parts of every document sum to the whole, and nothing falls below zero', () => {
  fc.assert(
    fc.property(documents, (input) => {
      const { lines, taxes, subtotal, tax, discount: whole, total } = reckoned(input)
      equal(sum(lines.map(({ net }) => net)), subtotal)
      equal(sum(lines.map(({ discount_share }) => discount_share)), whole)
      equal(sum(lines.map(({ tax_share }) => tax_share)), tax)
      equal(subtotal.plus(tax), total)
      for (const one of taxes) {
        const own = lines.filter(({ tax_key }) => tax_key === one.key)
        equal(sum(own.map(({ net }) => net)), one.base)
        equal(sum(own.map(({ discount_share }) => discount_share)), one.discount)
        // Rounded once per category. With tax inside, the rest of the entered amount: a halala from the rate at most, which the authority accepts.
        const difference = ratio(one.base, one.rate, 100, 2).minus(one.tax).abs()
        expect(difference.lte(input.prices_include_tax ? '0.01' : '0')).toBe(true)
      }
      for (const figures of [...lines, ...taxes])
        for (const value of Object.values(figures)) if (typeof value === 'object') expect(value.gte(0)).toBe(true)
    }),
  )
})

test('without discounts and with tax outside a row is quantity × price', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const totals = documentTotals({ lines, decimals: 2 })
      for (const [index, own] of lines.entries())
        equal(totals.lines[index]?.net ?? decimal(-1), ratio(own.quantity, own.price, 1, 2))
    }),
  )
})

test('with prices including tax the total is the entered amount', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const totals = documentTotals({ lines, decimals: 2, prices_include_tax: true })
      const entered = lines.map(({ quantity, price }) => ratio(quantity, price, 1, 2))
      equal(totals.total, sum(entered))
      for (const [index, row] of totals.lines.entries()) equal(row.total, entered[index] ?? decimal(-1))
    }),
  )
})

test('every price with 15 % inside is charged as entered, and its tax is the rounded part', () => {
  const wrong: string[] = []
  // What is rounded off repeats every 23 halalas: these are the prices up to 46 riyals, and those around a thousand.
  const halalas = Array.from({ length: 4_600 }, (_, index) => [index + 1, 100_000 - index]).flat()
  for (const halala of halalas) {
    const price = `${halala}e-2`
    const { subtotal, tax, total } = documentTotals({ lines: [row(price)], decimals: 2, prices_include_tax: true })
    const isNear = ratio(price, 15, 115, 2).eq(tax) && ratio(price, 100, 115, 2).eq(subtotal)
    if (!total.eq(price) || !isNear) wrong.push(price)
  }
  expect(wrong).toEqual([])
})

test('the nets of prices including tax, entered without tax, give the same net, and a halala of tax at most in each category', () => {
  fc.assert(
    fc.property(documents, ({ lines, discount: given }) => {
      const inside = reckoned({ lines, discount: given, prices_include_tax: true })
      const outside = documentTotals({
        lines: lines.map(({ tax_rate }, index) => ({ quantity: 1, price: inside.lines[index]?.net ?? 0, tax_rate })),
        decimals: 2,
      })
      equal(outside.subtotal, inside.subtotal)
      const difference = outside.tax.minus(inside.tax).abs()
      expect(difference.lte(decimal('0.01').times(inside.taxes.length))).toBe(true)
    }),
  )
})

test('the unit price without tax gives the net of its row within a halala', () => {
  fc.assert(
    fc.property(line, ({ quantity, price, tax_rate }) => {
      const lines = [{ quantity, price, tax_rate }]
      const [own] = documentTotals({ lines, decimals: 2, prices_include_tax: true }).lines
      const net = decimal(quantity).times(netPrice(price, tax_rate, true))
      expect(
        net
          .minus(own?.net ?? 0)
          .abs()
          .lte('0.011'),
      ).toBe(true)
    }),
  )
})
