import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// A correction may change the party of a document. Each entry still names the party it was posted for.

let owner: Organization
let calls: ReturnType<typeof callsOf>
let others: number
let accounts: { id: number; number: string }[]
const days = `from=${today()}&to=${today()}`
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
  others = await idOf(owner.post('/customers', { ...(await bodies.customers(owner)), name: 'آخر', name_en: null }))
  accounts = await calls.get('/accounting/accounts/list')
})
const partiesOf = async (path: string) => {
  const sheet: Sheet = await calls.get(`/reports/${path}`)
  return sheet.rows.flatMap(({ style, texts }) => (style === 'line' ? [(texts.party as { name: string }).name] : []))
}

test('a corrected invoice, in the rows of the return and in the account of its tax', async () => {
  const body = invoiceBody(owner)
  const { id } = await calls.post('/invoices', body)
  const then = new Date().toISOString()
  await calls.post(`/invoices/${id}`, { ...body, customer_id: others })
  const account = accounts.find(({ number }) => number === '210301')?.id
  for (const report of [`vat-details?${days}&box=1`, `account-statement?${days}&account_id=${account}`]) {
    expect(await partiesOf(report), report).toEqual(['عميل', 'عميل', 'آخر'])
    expect(await partiesOf(`${report}&as_known_at=${then}`), report).toEqual(['عميل'])
  }
})

test('a corrected receipt, in the account of its money', async () => {
  const body = paymentBody(owner, { amount: 100 })
  const { id } = await calls.post('/accounting/income-payments', body)
  await calls.post(`/accounting/income-payments/${id}`, { ...body, customer_id: others })
  const account = accounts.find(({ number }) => number === '110101')?.id
  expect(await partiesOf(`account-statement?${days}&account_id=${account}`)).toEqual(['عميل', 'عميل', 'آخر'])
})
