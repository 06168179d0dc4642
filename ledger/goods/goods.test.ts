import { describe, expect, test } from 'vitest'
import { decimal, text, zero } from '../money.ts'
import { type DocumentFacts, documentEntry } from '../posting/document.ts'
import { purchases, sales } from '../posting/side.ts'
import { exampleDocument } from '../testing/example-document.ts'
import { vector, written } from '../testing/notation.ts'
import { clearedOn, clearedValue, leastOpen } from './clearing.ts'
import { deliveryEntry, receiptEntry } from './goods-note.ts'

const row = (value: string, cost = value) => ({ branch_id: 1, lines: [{ product_id: 5, value, cost }] })
/** A document whose rows are goods that moved before. */
const moved = (facts: DocumentFacts, change: Partial<DocumentFacts['lines'][number]>): DocumentFacts => ({
  ...facts,
  lines: facts.lines.map((line) => ({ ...line, ...change })),
})
const invoice = exampleDocument({ rows: [{ account: 'REV_GOODS', quantity: 4, price: 60, stock_cost: '160' }] })
const bill = (price: string, quantity = '10', rate?: string) =>
  exampleDocument({ rows: [{ account: 'INV', quantity, price }], ...(rate && { exchange_rate: rate }) })
const received = (value: string, stock = '0', variance = '0', rate = '0', branch_id = 1) => ({
  received: {
    branch_id,
    value: decimal(value),
    stock: decimal(stock),
    variance: decimal(variance),
    rate: decimal(rate),
  },
})

test.each([
  ['V60', deliveryEntry(row('160'), false), 'GDNI D160.00; INV C160.00'],
  [
    'V61',
    documentEntry(sales, moved(invoice, { delivered_from: 1 })),
    'AR D276.00; REV_GOODS C240.00; VAT_OUT C36.00; COGS D160.00; GDNI C160.00',
  ],
  [
    'V61 delivered by another branch',
    documentEntry(sales, moved(invoice, { delivered_from: 2 })),
    'AR D276.00; REV_GOODS C240.00; VAT_OUT C36.00; COGS D160.00; INTERBR C160.00; INTERBR@2 D160.00; GDNI@2 C160.00',
  ],
  ['V62', deliveryEntry(row('160'), true), 'INV D160.00; GDNI C160.00'],
  ['V63', receiptEntry(row('74.07'), false), 'INV D74.07; GRNI C74.07'],
  ['V63 sent back above the average', receiptEntry(row('74.07', '70'), true), 'GRNI D74.07; INV C70.00; PPV C4.07'],
  ['V63 sent back below the average', receiptEntry(row('74.07', '80'), true), 'GRNI D74.07; INV C80.00; PPV D5.93'],
  [
    'V64',
    documentEntry(purchases, moved(bill('12.50'), received('123.45', '1.55'))),
    'GRNI D123.45; INV D1.55; VAT_IN D18.75; AP C143.75',
  ],
  [
    'V64 with half of it sold',
    documentEntry(purchases, moved(bill('12.50'), received('123.45', '0.78', '0.77'))),
    'GRNI D123.45; INV D0.78; PPV D0.77; VAT_IN D18.75; AP C143.75',
  ],
  [
    'V65',
    documentEntry(
      purchases,
      moved(
        exampleDocument({ rows: [{ account: 'INV', price: 100, tax_rate: 0 }], exchange_rate: '4.1' }),
        received('400', '0', '0', '10'),
      ),
    ),
    'GRNI D400.00; FX_LOSS_R D10.00; AP C410.00',
  ],
])('%s', (_, entry, expected) => {
  expect(written(entry)).toBe(vector(expected))
})

describe('accounting rule 2.1-14: what leaves the clearing account', () => {
  const of = (settled: string, settled_value: string) => ({ quantity: '3', value: '10', settled, settled_value })
  test.each([
    [of('0', '0'), '1', '3.33'],
    [of('1', '3.33'), '1', '3.34'],
    [of('2', '6.67'), '1', '3.33'],
    [of('0', '0'), '3', '10'],
    // What was undone in between leaves its rest to the last unit.
    [of('2', '6.66'), '1', '3.34'],
  ])('%o less %s is %s', (cleared, much, expected) => {
    expect(text(clearedValue(cleared, much, 2))).toBe(expected)
  })
  test('is refused beyond what the row has', () => {
    expect(() => clearedValue(of('2', '6.67'), '2', 2)).toThrow(RangeError)
  })
  test('adds up for any parts in any order of undoing', () => {
    let state = 7
    const draw = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    for (let run = 0; run < 300; run++) {
      const [quantity, value] = [1 + draw(20), decimal(draw(100_000)).div(100)]
      let parts: { much: number; value: typeof value }[] = []
      const settledOf = () => parts.reduce((sum, { much }) => sum + much, 0)
      const clearedSum = () => parts.reduce((sum, one) => sum.plus(one.value), zero)
      for (let step = 0; step < 12; step++) {
        const left = quantity - settledOf()
        if (left === 0 || (parts.length > 0 && draw(3) === 0)) parts = parts.toSpliced(draw(parts.length), 1)
        else {
          const much = 1 + draw(left)
          const cleared = { quantity, value, settled: settledOf(), settled_value: clearedSum() }
          parts = [...parts, { much, value: clearedValue(cleared, much, 2) }]
        }
        const left_value = value.minus(clearedSum())
        expect(left_value.gte(0)).toBe(true)
        if (settledOf() === quantity) expect(text(left_value)).toBe('0')
      }
    }
  })
})

describe('a row day by day', () => {
  const clearings = [
    { day: '2026-03-05', quantity: '4' },
    { day: '2026-03-20', quantity: '6' },
    { day: '2026-03-25', quantity: '-2' },
  ]
  test.each([
    ['2026-03-01', '0'],
    ['2026-03-21', '0'],
    ['2026-03-25', '2'],
  ])('what is taken on %s may take %s', (day, expected) => {
    expect(text(leastOpen('10', clearings, day))).toBe(expected)
  })
  test('a row is cleared from the day on which nothing is left until the end', () => {
    expect(clearedOn('10', clearings)).toBeNull()
    expect(clearedOn('10', clearings.slice(0, 2))).toBe('2026-03-20')
    expect(clearedOn('10', [...clearings, { day: '2026-03-25', quantity: '2' }])).toBe('2026-03-20')
    expect(clearedOn('10', [...clearings, { day: '2026-03-28', quantity: '2' }])).toBe('2026-03-28')
  })
})
