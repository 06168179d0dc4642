import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credit, debit, type Entry, entry, type Line, reverse, UnbalancedEntry } from './entry.ts'
import { type Decimal, decimal, sum, text } from './money.ts'
import { vector, written } from './testing/notation.ts'

const main = { branch_id: 1 }

test('2.1-2: equal lines merge, zero lines go, and a debit never nets a credit', () => {
  const merged = entry([
    debit('AR', 10, main),
    debit('AR', 5, main),
    credit('AR', 3, main),
    debit('CASH', 0, main),
    credit('REV_SRV', 12, main),
  ])
  expect(written(merged)).toBe(vector('AR D15.00; AR C3.00; REV_SRV C12.00'))
})

test.each<[string, Partial<Line>]>([
  ['branch', { branch_id: 2 }],
  ['party', { party: { kind: 'customer', id: 4 } }],
  ['tax', { tax_id: 4 }],
  ['document', { document_id: 4 }],
  ['currency', { currency_id: 4 }],
])('lines of another %s stay apart', (_, rest) => {
  const { lines } = entry([debit('AR', 1, main), debit('AR', 1, { ...main, ...rest }), credit('CASH', 2, main)])
  expect(lines.filter(({ account }) => account === 'AR')).toHaveLength(2)
})

test('lines of two parties stay apart, be they called by one number', () => {
  const lines = [
    { kind: 'customer', id: 4 } as const,
    { kind: 'customer', id: 5 } as const,
    { kind: 'supplier', id: 4 } as const,
  ]
  const merged = entry([...lines.map((party) => debit('AR', 1, { ...main, party })), credit('CASH', 3, main)])
  expect(merged.lines).toHaveLength(4)
})

test('lines of another cost center stay apart, but the balance sheet carries none', () => {
  const center = { ...main, cost_center_id: 4 }
  const { lines } = entry([
    debit('COGS', 1, main),
    debit('COGS', 1, center),
    credit('INV', 1, main),
    credit('INV', 1, center),
    debit(7, 1, center),
    credit(8, 1, center),
  ])
  expect(lines.map(({ account, cost_center_id = null }) => [account, cost_center_id])).toEqual([
    ['COGS', null],
    ['COGS', 4],
    ['INV', null],
    // The rules know nothing about an account that the user chose: the caller decides.
    [7, 4],
    [8, 4],
  ])
})

test('a merged line keeps a product and a description only where all agree', () => {
  const { lines } = entry([
    debit('INV', 1, { ...main, product_id: 1, description: 'شراء' }),
    debit('INV', 1, { ...main, product_id: 2, description: 'شراء' }),
    credit('CASH', 2, main),
  ])
  expect(lines[0]).toMatchObject({ product_id: null, description: 'شراء' })
})

test('foreign amounts are signed and add up', () => {
  const euro = { ...main, currency_id: 3, amount_currency: 10 }
  const { lines } = entry([
    debit('BANK', 41, euro),
    debit('BANK', 41, euro),
    credit('AR', 82, { ...euro, amount_currency: 20 }),
  ])
  expect(lines.map(({ amount_currency }) => text(amount_currency))).toEqual(['20', '-20'])
})

test('2.1-1: branches balance through the inter-branch account', () => {
  const across = entry([debit('CASH', 10, main), credit('AR', 7, { branch_id: 2 }), credit('AR', 3, { branch_id: 3 })])
  expect(written(across)).toBe(
    vector('CASH D10.00; INTERBR C10.00; AR@2 C7.00; INTERBR@2 D7.00; AR@3 C3.00; INTERBR@3 D3.00'),
  )
})

test('an unbalanced entry or a wrong side throws a programmer error', () => {
  expect(() => entry([debit('CASH', 10, main), credit('AR', 9, main)])).toThrow(UnbalancedEntry)
  expect(() => debit('CASH', -1, main)).toThrow(RangeError)
  expect(entry([debit('CASH', 0, main)])).toEqual({ lines: [], taxes: [] })
})

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((units) => decimal(units).div(100))
const rest = fc.record({
  branch_id: fc.integer({ min: 1, max: 3 }),
  cost_center_id: fc.constantFrom(null, 1),
  document_id: fc.constantFrom(null, 1, 2),
})
const account = fc.constantFrom('AR' as const, 'CASH' as const, 'REV_SRV' as const, 77)
const line = fc.tuple(fc.constantFrom(debit, credit), account, amount, rest).map(([put, ...facts]) => put(...facts))
const anyEntry = fc.array(line, { maxLength: 12 }).map((lines): Entry => {
  const surplus = balance(lines)
  const put = surplus.gt(0) ? credit : debit
  return entry([...lines, put('RETAINED', surplus.abs(), main)])
})

function balance(lines: readonly Line[]): Decimal {
  return sum(lines.map((each) => each.debit.minus(each.credit)))
}

test('every entry balances in total and per branch, one side per line, with two lines or none', () => {
  fc.assert(
    fc.property(anyEntry, ({ lines }) => {
      expect(balance(lines).eq(0)).toBe(true)
      for (const own of Map.groupBy(lines, ({ branch_id }) => branch_id).values()) expect(balance(own).eq(0)).toBe(true)
      for (const each of lines) expect(each.debit.eq(0)).not.toBe(each.credit.eq(0))
      expect(lines.length).not.toBe(1)
    }),
  )
})

test('an entry and its mirror sum to zero per account, branch and currency; twice reversed is as it was', () => {
  fc.assert(
    fc.property(anyEntry, (posted) => {
      const both = [...posted.lines, ...reverse(posted).lines]
      const keys = Map.groupBy(both, ({ account, branch_id, currency_id }) => `${account} ${branch_id} ${currency_id}`)
      for (const own of keys.values()) {
        expect(balance(own).eq(0)).toBe(true)
        expect(sum(own.map((each) => each.amount_currency)).eq(0)).toBe(true)
      }
      expect(written(reverse(reverse(posted)))).toBe(written(posted))
    }),
  )
})

test('a reversal reverses the VAT boxes', () => {
  const tax = {
    tax_id: 1,
    box: '1',
    sign: 1,
    base: decimal(10),
    tax: decimal('1.5'),
    is_adjustment: false,
    branch_id: 1,
  } as const
  expect(reverse(entry([], [tax])).taxes[0]?.sign).toBe(-1)
})
