import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimal, ratio, text, zero } from './money.ts'
import { debitNoteRow, type NotedLine, type NotedTax, type NoteRequest, noteRow, noteTotals } from './note.ts'

const four: NotedLine = { quantity: 4, price: 150, net: 600, returned_quantity: 0, credited_net: 0 }
const thirds: NotedLine = { quantity: 3, price: '0.335', net: '1.01', returned_quantity: 0, credited_net: 0 }

/** At 0.335 each part is rounded up to 0.34. */
const tens = (quantity: number): NotedLine => ({ ...thirds, quantity, net: decimal('0.335').times(quantity).round(2) })

/** Four at 150 with 10 % off, and a share of the document's discount. */
const discounted: NotedLine = { ...four, net: '530.01', is_proportional: true }

const rows: [string, NotedLine, NoteRequest, object][] = [
  ['one of four comes back', four, { quantity: 1 }, { net: '150', quantity: '1', is_return: true }],
  ['only the price', four, { amount: 50 }, { net: '50', quantity: '1', is_return: false }],
  ['back at a lower price', four, { quantity: 2, price: 100 }, { net: '200', quantity: '2', is_return: true }],
  ['one of a discounted row keeps its discount', discounted, { quantity: 1 }, { net: '132.5', discount: '17.5' }],
  [
    'the last of a discounted row takes what is left',
    { ...discounted, returned_quantity: 3, credited_net: '397.51' },
    { quantity: 1 },
    { net: '132.5', discount: '17.5' },
  ],
  [
    'a lower price that is above what the discount left',
    discounted,
    { quantity: 1, price: 140 },
    { refused: 'price_above_document', available: '132.5' },
  ],
  [
    'more than was sold',
    { ...four, returned_quantity: 3, credited_net: 450 },
    { quantity: 2 },
    { refused: 'exceeds_returnable', available: '1' },
  ],
  [
    'more money than stands',
    { ...four, credited_net: 580 },
    { amount: 21 },
    { refused: 'exceeds_line', available: '20' },
  ],
  ['a price nobody paid', four, { quantity: 1, price: 151 }, { refused: 'price_above_document', available: '150' }],
  [
    'all back after a price reduction is not silently reduced',
    { ...four, credited_net: 50 },
    { quantity: 4 },
    { refused: 'exceeds_line', available: '550' },
  ],
  [
    'the last piece takes the rest',
    { ...thirds, returned_quantity: 2, credited_net: '0.67' },
    { quantity: 1 },
    { net: '0.34', is_return: true },
  ],
  [
    'the last piece at a lower price takes no more than that',
    { ...thirds, returned_quantity: 2, credited_net: '0.67' },
    { quantity: 1, price: '0.33' },
    { net: '0.33', is_return: true },
  ],
  [
    'the last of ten parts takes the rest, five halalas below its price',
    { ...tens(10), returned_quantity: 9, credited_net: '3.06' },
    { quantity: 1 },
    { net: '0.29', is_return: true },
  ],
  [
    'what lies further from its price is said',
    { ...tens(12), returned_quantity: 11, credited_net: '3.74' },
    { quantity: 1 },
    { refused: 'exceeds_line', available: '0.28' },
  ],
]
const shown = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'object' && value !== null ? text(value) : value]),
  )

test.each(rows)('a row: %s', (_name, line, request, expected) => {
  expect(shown(noteRow(line, request, 2))).toMatchObject(expected)
})
test('the total of a debit note is the entered amount', () => {
  expect(shown(debitNoteRow({ amount: '100' }))).toMatchObject({ net: '100', quantity: '1', is_return: false })
})

describe('figures', () => {
  const standard: NotedTax = { key: '1', rate: 15, base: '0.30', tax: '0.05', credited_base: 0, credited_tax: 0 }
  const figures = (net: string, tax: NotedTax = standard) => {
    const totals = noteTotals([{ net: decimal(net), tax_key: '1' }], [tax], 2)
    return [text(totals.subtotal), text(totals.tax), text(totals.total)]
  }
  test('tax is rounded once', () => expect(figures('0.10')).toEqual(['0.1', '0.02', '0.12']))
  test('three notes take exactly the tax of the document', () => {
    const credited = (base: string, tax: string) => ({ ...standard, credited_base: base, credited_tax: tax })
    expect(figures('0.10', credited('0.10', '0.02'))[1]).toBe('0.02')
    expect(figures('0.10', credited('0.20', '0.04'))[1]).toBe('0.01')
  })
  test('the note that completes a category takes its remaining tax', () => {
    const two = { ...standard, base: '0.18', tax: '0.03' }
    expect(figures('0.09', two)[1]).toBe('0.01')
    expect(figures('0.09', { ...two, credited_base: '0.09', credited_tax: '0.01' })[1]).toBe('0.02')
  })
  test('goods priced with tax come back at the price that was charged, and in any parts the tax sums to the whole', () => {
    const three = { key: '1', rate: 15, base: '26.09', tax: '3.91' }
    const line = { quantity: 3, price: '8.695652', net: '26.09', gross: 30, is_proportional: true }
    let [net, tax, returned] = [decimal(0), decimal(0), 0]
    for (const piece of [1, 2, 3]) {
      const row = noteRow({ ...line, returned_quantity: returned, credited_net: net }, { quantity: 1 }, 2)
      if ('refused' in row) throw new Error(row.refused)
      const totals = noteTotals([{ ...row, tax_key: '1' }], [{ ...three, credited_base: net, credited_tax: tax }], 2)
      expect([piece, text(totals.total), text(totals.lines[0]?.total ?? decimal(-1))]).toEqual([piece, '10', '10'])
      ;[net, tax, returned] = [net.plus(totals.subtotal), tax.plus(totals.tax), returned + 1]
    }
    expect([text(net), text(tax)]).toEqual(['26.09', '3.91'])
  })
  test('notes in single pieces return the whole row, never with tax below zero, and without tax at a rate of zero', () => {
    const halalas = (most: number) => fc.integer({ min: 1, max: most }).map((units) => decimal(units).div(100))
    fc.assert(
      fc.property(halalas(1000), fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 5, 15), (gross, quantity, rate) => {
        const net = ratio(gross, 100, 100 + rate, 2)
        const line = { quantity, price: ratio(net, 1, quantity, 6), net, gross, is_proportional: true }
        const document = { key: '1', rate, base: net, tax: gross.minus(net) }
        let credited = { credited_base: zero, credited_tax: zero }
        for (let returned_quantity = 0; returned_quantity < quantity; returned_quantity++) {
          const row = noteRow({ ...line, returned_quantity, credited_net: credited.credited_base }, { quantity: 1 }, 2)
          if ('refused' in row) return
          const totals = noteTotals([{ ...row, tax_key: '1' }], [{ ...document, ...credited }], 2)
          const taxes = [totals.tax, ...totals.lines.map(({ tax }) => tax)]
          expect(taxes.filter((tax) => tax.lt(0) || (rate === 0 && !tax.eq(0))).map(text)).toEqual([])
          credited = {
            credited_base: credited.credited_base.plus(totals.subtotal),
            credited_tax: credited.credited_tax.plus(totals.tax),
          }
        }
        expect([text(credited.credited_base), text(credited.credited_tax)]).toEqual([text(net), text(document.tax)])
      }),
    )
  })
  test('never more tax than the document carried', () => {
    expect(figures('0.09', { ...standard, credited_base: '0.20', credited_tax: '0.05' })[1]).toBe('0')
  })
})
