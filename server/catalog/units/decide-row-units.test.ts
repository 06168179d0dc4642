import { describe, expect, test } from 'vitest'
import type { Refusal } from '#server/core/refusal.ts'
import { decideRowUnits, type SentRow } from './row-units.ts'
import { type ProductUnitInput, productUnitProblems } from './save-product-unit.ts'

// What a row states of a unit, and what a unit says of itself, without a database (decision 0256).

const unit = (id: number, product_id: number, content: string) =>
  [id, { id, product_id, content, status: 'active' }] as const
const units = new Map([unit(1, 7, '12'), unit(2, 8, '6'), unit(3, 7, '0.333333')])
const row = (change: Partial<SentRow>): SentRow => ({ product_id: 7, quantity: '2', ...change })
const errorsOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return Object.entries((error as Refusal).errors ?? {}).map(([field, { code }]) => `${field} ${code}`)
  }
  return []
}

describe('a row', () => {
  test('that states a carton counts its pieces and remembers what it states', () => {
    const [known] = decideRowUnits([row({ product_unit_id: 1 })], units, 'items')
    expect(known).toEqual({ ...row({ product_unit_id: 1 }), quantity: '24', unit_quantity: '2', unit_content: '12' })
  })
  test('that states none, or is known already, stays as it is', () => {
    const rows = [row({}), row({ product_unit_id: null }), row({ product_unit_id: 1, unit_quantity: '9' })]
    expect(decideRowUnits(rows, units, 'items')).toEqual(rows)
  })
  test.each([
    ['a unit that is not there', { product_unit_id: 9 }, 'items.0.product_unit_id unknown_reference'],
    ['a unit of another product', { product_unit_id: 2 }, 'items.0.product_unit_id unit_of_other_product'],
    ['a quantity that is not exact', { product_unit_id: 3, quantity: '0.5' }, 'items.0.quantity unit_quantity_inexact'],
    [
      'a quantity that is too large',
      { product_unit_id: 1, quantity: '999999999' },
      'items.0.quantity unit_quantity_inexact',
    ],
  ])('is refused for %s', (_, change, expected) => {
    expect(errorsOf(() => decideRowUnits([row(change)], units, 'items'))).toEqual([expected])
  })
  test('is refused together with the others', () => {
    const rows = [row({ product_unit_id: 9 }), row({}), row({ product_unit_id: 2 })]
    expect(errorsOf(() => decideRowUnits(rows, units, 'lines'))).toHaveLength(2)
  })
})

describe('a unit of a product', () => {
  const body = { product_id: 7, unit_id: 5, content: '12', status: 'active' } as ProductUnitInput
  test.each<[string, Partial<ProductUnitInput>, boolean, Record<string, string>]>([
    ['is taken', {}, false, {}],
    ['is not the own unit of its product', { unit_id: 4 }, false, { unit_id: 'unit_is_base' }],
    ['is there once with its content', {}, true, { content: 'unit_twice' }],
    ['holds another number than one', { content: '1.000' }, false, { content: 'unit_content_one' }],
    [
      'is usual only while it is active',
      { status: 'inactive', usual_for_sales: true },
      false,
      { usual_for_sales: 'usual_unit_inactive' },
    ],
  ])('%s', (_, change, isThere, expected) => {
    const problems = productUnitProblems({ ...body, ...change }, 4, isThere)
    expect(Object.fromEntries(Object.entries(problems).map(([field, { code }]) => [field, code]))).toEqual(expected)
  })
})
