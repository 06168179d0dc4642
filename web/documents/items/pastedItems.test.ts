import { expect, test } from 'vitest'
import { pastedCells } from '../../ui/lines/pastedCells.ts'
import { pastedItems } from './pastedItems.ts'

const catalog = [{ id: 1, code: 'P1', name: 'ورق', name_en: 'Paper', sale_price: 9, apply_tax: true }] as never
const facts = { catalog, trade: 'sales' as const, rate: 15, alwaysTaxed: false }
const paste = (text: string) => pastedItems(pastedCells(text), facts)

test('a discount is an amount or a percentage, and what is no figure stays', () => {
  const rows = paste('الصنف\tالكمية\tالسعر\tالخصم\nP1\t2\t\t10%\nغير معروف\t3O\tabc\t5')
  expect(rows).toMatchObject([
    { product_id: '1', quantity: '2', price: '9', discount_amount: '', discount_percent: '10' },
    { product_id: '', label: 'غير معروف', quantity: '3O', price: 'abc', discount_amount: '5' },
  ])
})
