import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, invoiceBody, paymentBody } from '../harness/organization.ts'

test('from registration to a paid invoice and a trial balance at zero', async () => {
  const app = await createTestApp()
  const owner = await createOrganization(app)
  const items = [
    { product_id: owner.ids.goods, quantity: '4', price: '150', tax_rate: 15 },
    { product_id: owner.ids.service, quantity: '1', price: '1000', tax_rate: 15 },
    { product_id: owner.ids.goods, quantity: '٣٫٥', price: '10.01', tax_rate: 15 },
  ]
  const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner, { items }))).body.data
  expect(invoice).toMatchObject({ status: 'confirmed', subtotal: 1635.04, tax: 245.26, total: 1880.3 })
  const half = paymentBody(owner, { amount: 500, references: [{ reference_id: invoice.id, amount: 500 }] })
  await idOf(owner.post('/accounting/income-payments', half))
  expect((await owner.get(`/invoices/${invoice.id}`)).body.data).toMatchObject({
    status: 'partially_paid',
    paid_amount: 500,
  })
  const rest = invoice.total - 500
  await idOf(
    owner.post(
      '/accounting/income-payments',
      paymentBody(owner, { amount: rest, references: [{ reference_id: invoice.id, amount: rest }] }),
    ),
  )
  expect((await owner.get(`/invoices/${invoice.id}`)).body.data.status).toBe('paid')
  const { data } = (await owner.get('/reports/trial-balance')).body
  expect(data.difference).toBe(0)
  const { closing_debit, closing_credit } = data.rows.at(-1).figures
  expect(closing_debit).toBe(closing_credit)
  for (const path of [
    '/reports/home',
    '/invoices',
    '/customers',
    '/products',
    '/accounting/chart-of-accounts',
    '/customers/statistic',
    '/accounting/income-payments',
    '/invoices/list',
    '/accounting/financial-years',
    '/organization/show',
    '/auth/session',
  ]) {
    const reply = await owner.get(path)
    expect(reply.status, path + JSON.stringify(reply.body)).toBe(200)
  }
})
