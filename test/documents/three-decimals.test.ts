import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  invoiceBody,
  onboardingBody,
  paymentBody,
  today,
} from '../harness/organization.ts'

// An organisation that keeps its books in dinars: three decimals wherever something is worked out in base currency.

const dinar = 9
const eur = 3

test('foreign currency is revalued, and unclassified documents are listed, to the third decimal', async () => {
  const app = await createTestApp()
  const inDinars = (email: string) => {
    const { organization_information, branch_information } = onboardingBody(email)
    return { organization_information: { ...organization_information, currency_id: dinar }, branch_information }
  }
  const owner = await createOrganization(app, inDinars)
  const { post, get } = callsOf(owner)
  await post(`/currencies/${eur}/rate`, { rate: '0.3317' })
  const tax_id = (await post('/taxes', { name: 'صفرية غير مصنفة', rate: '0', status: 'active' })).id
  const items = [{ product_id: owner.ids.service, quantity: 1, price: '100.05', tax_rate: 0 }]
  const invoice = invoiceBody(owner, { currency_id: eur, tax_id, items })
  const { id } = await post('/invoices', invoice)
  // 100.05 at 0.3317 is 33.186585.
  const year = today().slice(0, 4)
  const sheet: Sheet = await get(`/reports/vat-return?from=${year}-01-01&to=${year}-12-31`)
  expect(sheet.rows.find(({ key }) => key === 'vat_unclassified')?.figures.box_amount).toBe(33.187)
  const { latest_invoices } = await get('/reports/home')
  expect(latest_invoices[0]).toMatchObject({ total: 100.05, currency: { code: 'EUR', decimals: 2 } })
  const rates = [{ currency_id: eur, rate: '0.3335' }]
  const revalued = await post('/accounting/fx-revaluations', { date: today(), rates })
  // 33.366675 is 33.367.
  expect(revalued).toMatchObject({ gain: 0.18, loss: 0 })
  const { lines } = await get(`/accounting/fx-revaluations/${revalued.id}`)
  expect(lines[0]).toMatchObject({ carried_base: 33.187, difference: 0.18, currency_decimals: 2 })
  await post(`/currencies/${eur}/rate`, { rate: '0.3344' })
  const references = [{ reference_id: id, amount: '33.33' }]
  await post('/accounting/income-payments', paymentBody(owner, { currency_id: eur, amount: '33.33', references }))
  // 33.33 at 0.3344 is 11.146 less 11.056 (33.33 x 33.187 / 100.05).
  const profit: Sheet = await get(`/reports/profit-and-loss?from=${year}-01-01&to=${year}-12-31`)
  expect(profit.rows.find(({ texts }) => texts.number === '420102')?.figures.amount).toBe(0.09)
})
