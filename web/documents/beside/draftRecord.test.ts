import { expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import type { Draft } from '#contract/e-invoice-mapping/draft-source.ts'
import { documentTotals } from '#ledger/totals.ts'
import { draftRecord } from './draftRecord.ts'

const tax = { id: 1, category: 'S', exemption_code: null }
const draftOf = (price: string, prices_include_tax: boolean) => {
  const lines = [{ quantity: '3', price, tax_rate: '15', tax_key: '1' }]
  return {
    kind: 'invoice',
    document_date: '2026-11-27',
    currency: { code: 'SAR' },
    exchange_rate: '1',
    audience: null,
    prices_include_tax,
    discount_percent: null,
    tax_base: '45.00',
    heads: { party: { name: 'مؤسسة الربيع' }, branch: { name: 'الرئيسي' }, organization: { name: 'شركة الأفق' } },
    rows: [{ ...lines[0], product_name: 'قهوة', product_name_en: null, discount_percent: null, tax }],
    totals: documentTotals({ lines, decimals: 2, discount: {}, prices_include_tax }),
  } as unknown as Draft
}
const typed = {
  number: 'INV-1',
  due_date: '2026-12-27',
  notes: '',
  isTaxed: true,
  retention: { percent: '10', basis: 'net' },
  currency: { id: 1, code: 'SAR', decimals: 2 },
}

test('draws a typed invoice with the figures that it will be stored with', () => {
  const record = draftRecord(sales, draftOf('100', false), typed as never)
  expect(record).toMatchObject({ invoice_number: 'INV-1', invoice_date: '2026-11-27', is_issued: false, qr: null })
  expect([record.subtotal, record.tax, record.total]).toEqual([300, 45, 345])
  expect([record.retention, record.retention_percent]).toEqual([30, 10])
  expect(record.items[0]).toMatchObject({ item_name: 'قهوة', net_price: 100, net: 300, tax: 45, total: 345 })
})

test('shows the price before the tax also where it was typed with it', () => {
  const [item] = draftRecord(sales, draftOf('115', true), typed as never).items
  expect(item).toMatchObject({ net_price: 100, net: 300, tax: 45, total: 345 })
})
