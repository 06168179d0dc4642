import { beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'

// An organisation may post discounts of sales to an account of their own: sales are then posted in full. The invariants run after the
// file: the income of every sale is its net, however it is posted.

let owner: Organization
let calls: ReturnType<typeof callsOf>
let account: number
const numbers = { sundry: '420101', services: '410102', receivable: '110301' }
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
  const accounts = (await calls.get('/accounting/accounts/list?purpose=income')) as { id: number; number: string }[]
  account = accounts.find(({ number }) => number === numbers.sundry)?.id as number
  await setAccount(account)
})

async function setAccount(discount_account_id: number | '') {
  const { logo: _, status: __, version: ___, ...profile } = await calls.get('/organization/show')
  return owner.post('/organization/update', { ...profile, discount_account_id })
}

/** Credit less debit of today, by account number. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await calls.get(`/reports/trial-balance?from=${today()}&to=${today()}`)
  return Object.fromEntries(
    (rows as { style: string; texts: { number: string }; figures: Record<string, number> }[])
      .filter(({ style }) => style === 'line')
      .map(({ texts, figures }) => [texts.number, (figures.movement_credit ?? 0) - (figures.movement_debit ?? 0)]),
  )
}
async function moved(work: () => Promise<unknown>) {
  const before = await balances()
  await work()
  const after = await balances()
  const of = (number: string) => Math.round(100 * ((after[number] ?? 0) - (before[number] ?? 0))) / 100
  return { services: of(numbers.services), discounts: of(numbers.sundry) }
}
const row = (price: number, more: object = {}) => ({
  product_id: owner.ids.service,
  quantity: 1,
  price,
  tax_rate: 15,
  ...more,
})
const sell = (items: object[], more: object = {}) => calls.post('/invoices', invoiceBody(owner, { items, ...more }))

test('posts the discounts of rows and of the document to the account, and sales in full', async () => {
  const sale = () => sell([row(100, { discount_amount: 10 }), row(50)], { discount_amount: 14 })
  expect(await moved(sale)).toEqual({ services: 150, discounts: -24 })
})

test('removes the tax from discounts on prices including tax', async () => {
  const sale = () => sell([row(115, { discount_amount: '11.5' })], { prices_include_tax: true })
  expect(await moved(sale)).toEqual({ services: 100, discounts: -10 })
})

test('converts the discount of a foreign invoice at the rate of the invoice', async () => {
  const currencies = (await calls.get('/currencies/list')) as { id: number; code: string }[]
  const currency_id = currencies.find(({ code }) => code === 'USD')?.id
  const sale = () => sell([row(100, { discount_percent: 5 })], { currency_id, exchange_rate: '3.7512' })
  expect(await moved(sale)).toEqual({ services: 375.12, discounts: -18.76 })
})

test('a voided invoice leaves nothing in the account', async () => {
  const sale = async () => {
    const { id } = await sell([row(100, { discount_amount: 10 })])
    expectOk(await owner.remove(`/invoices/${id}`))
  }
  expect(await moved(sale)).toEqual({ services: 0, discounts: 0 })
})

test('posts sales net of their discounts once the account is empty', async () => {
  expectOk(await setAccount(''))
  expect(await moved(() => sell([row(100, { discount_amount: 10 })]))).toEqual({ services: 90, discounts: 0 })
  expectOk(await setAccount(account))
})

test('refuses an account that is not one of income', async () => {
  const expenses = (await calls.get('/accounting/accounts/list?purpose=expense')) as { id: number }[]
  const reply = await setAccount(expenses[0]?.id as number)
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['discount_account_id']])
})
