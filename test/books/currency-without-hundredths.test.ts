import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  onboardingBody,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Books in yen: amounts have no hundredths, whereas prices, discounts and rates do. The invariants hold after the file.

const yen = 13
const riyal = 1
const inYen = (email: string) => {
  const body = onboardingBody(email)
  return { ...body, organization_information: { ...body.organization_information, currency_id: yen } }
}
const prices = ['33.30', '99.999', '123.45', '6.70', '1234.56']
const quantities = ['1', '0.335', '7.5', '12']
const discounts = [{}, { discount_percent: '7.25' }, { discount_percent: '3.33' }]
const at = <Item>(list: readonly Item[], index: number) => list[index % list.length] as Item

test('sells with tax in the price, discounts, credits pieces and receives riyals', async () => {
  const owner = await createOrganization(await createTestApp(), inYen)
  const date = today()
  expectOk(await owner.post(`/currencies/${riyal}/rate`, { rate: '39.7803' }))
  for (let one = 0; one < 24; one++) {
    const items = [0, 1, 2].slice(one % 3).map((row) => ({
      product_id: owner.ids.service,
      tax_rate: 15,
      ...at(discounts, one + row),
      quantity: at(quantities, one + row),
      price: at(prices, one * 3 + row),
    }))
    const currency_id = at([yen, yen, riyal], one)
    const body = { invoice_date: date, due_date: date, currency_id, prices_include_tax: one % 4 > 0, items }
    const sent = invoiceBody(owner, { ...body, ...at(discounts, Math.floor(one / 2)) })
    const { id } = expectOk(await owner.post('/invoices', sent)).body.data
    const paid = { payment_date: date, currency_id, amount: '3', references: [{ reference_id: id, amount: '3' }] }
    expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, paid)))
    const note = { note_date: date, reason: 'إرجاع', lines: [{ line_number: 1, quantity: '0.335' }] }
    expectOk(await owner.post(`/invoices/${id}/credit-note`, note))
  }
  expect(expectOk(await owner.get('/reports/trial-balance')).body.data.difference).toBe(0)
})
