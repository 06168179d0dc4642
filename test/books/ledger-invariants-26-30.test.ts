import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Events that must not change the books (accounting rules 5.14: I26 to I30): a repeated call, a draft, another tenant,
// an edit to the same content, the order of independent events.

const app = await createTestApp()
const owner = await createOrganization(app)
const days = `from=${today()}&to=${today()}`
const paths = [
  `trial-balance?${days}`,
  `profit-and-loss?${days}`,
  `balance-sheet?to=${today()}`,
  `cash-flow?${days}`,
  `vat-return?${days}`,
  `aged-receivables?to=${today()}`,
  `aged-payables?to=${today()}`,
  `sales-by-product?${days}`,
  `purchases-by-supplier?${days}`,
  `inventory-valuation?to=${today()}`,
  `cost-center-report?${days}`,
]
/** Every report's rows, without what names an organisation's own rows. */
async function reportsOf({ get }: Organization) {
  const sheets: unknown[] = []
  for (const path of paths) {
    const { rows, difference } = expectOk(await get(`/reports/${path}`)).body.data as Sheet
    sheets.push([path, difference, rows.map(({ texts, label, figures }) => [texts.number ?? label, figures])])
  }
  return sheets
}
const entriesOf = async ({ get }: Organization) =>
  (expectOk(await get(`/reports/journal?${days}&whole=true`)).body.data as Sheet).rows.filter(
    ({ style }) => style === 'group',
  ).length
const goodsOf = ({ ids }: Organization, quantity: number) => [
  { product_id: ids.goods, quantity, price: 90, tax_rate: 15 },
]

test('I26: a repeated idempotency key changes nothing and returns the same answer', async () => {
  const body = invoiceBody(owner, { items: goodsOf(owner, 2) })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = expectOk(await owner.post('/invoices', body, key)).body
  const [reports, entries] = [await reportsOf(owner), await entriesOf(owner)]
  expect(expectOk(await owner.post('/invoices', body, key)).body).toEqual(first)
  expect([await reportsOf(owner), await entriesOf(owner)]).toEqual([reports, entries])
})

test('I27: drafts that are saved, changed and deleted reach no book', async () => {
  const [reports, entries] = [await reportsOf(owner), await entriesOf(owner)]
  for (const [path, body] of [
    ['/invoices', invoiceBody(owner, { status: 'draft', items: goodsOf(owner, 3) })],
    ['/bills', billBody(owner, { status: 'draft' })],
  ] as const) {
    const id = await idOf(owner.post(path, body))
    expectOk(await owner.post(`${path}/${id}`, { ...body, items: goodsOf(owner, 4) }))
    expectOk(await owner.remove(`${path}/${id}`))
  }
  expect([await reportsOf(owner), await entriesOf(owner)]).toEqual([reports, entries])
})

test("I28: another organisation's changes are never visible", async () => {
  const [reports, stranger] = [await reportsOf(owner), await createOrganization(app)]
  const id = await idOf(stranger.post('/invoices', invoiceBody(stranger)))
  expectOk(
    await stranger.post(
      '/accounting/income-payments',
      paymentBody(stranger, { references: [{ reference_id: id, amount: 1150 }] }),
    ),
  )
  expectOk(await stranger.post('/bills', billBody(stranger)))
  expect(await reportsOf(owner)).toEqual(reports)
})

test('I29: an edit to the same content leaves every report as it was', async () => {
  const invoice = invoiceBody(owner, { items: goodsOf(owner, 5) })
  const bill = billBody(owner)
  const [sold, bought] = [await idOf(owner.post('/invoices', invoice)), await idOf(owner.post('/bills', bill))]
  const open = await idOf(owner.post('/invoices', invoiceBody(owner)))
  const payment = paymentBody(owner, { amount: 700, references: [{ reference_id: open, amount: 600 }] })
  const journal = await journalBody(owner)
  const count = await bodies.stockCounts(owner)
  const made = [
    ['/invoices', sold, invoice],
    ['/bills', bought, bill],
    ['/accounting/income-payments', await idOf(owner.post('/accounting/income-payments', payment)), payment],
    ['/accounting/journal-entries', await idOf(owner.post('/accounting/journal-entries', journal)), journal],
    ['/inventory/counts', await idOf(owner.post('/inventory/counts', count)), count],
  ] as const
  const reports = await reportsOf(owner)
  for (const [path, id, body] of made) {
    expectOk(await owner.post(`${path}/${id}`, body))
    expect(await reportsOf(owner), path).toEqual(reports)
  }
})

test('I30: the order of independent operations of one day leaves the trial balance as it is', async () => {
  const operations = (organization: Organization): (() => Promise<unknown>)[] => [
    () => organization.post('/invoices', invoiceBody(organization)),
    () =>
      organization.post(
        '/bills',
        billBody(organization, {
          items: [{ product_id: organization.ids.service, quantity: 1, price: 333.33, tax_rate: 15 }],
        }),
      ),
    async () => organization.post('/accounting/journal-entries', await journalBody(organization)),
    () => organization.post('/invoices', invoiceBody(organization, { items: goodsOf(organization, 7) })),
    () => organization.post('/accounting/income-payments', paymentBody(organization, { amount: 77 })),
  ]
  const trials: unknown[] = []
  for (const order of [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 1, 0, 3],
  ]) {
    const organization = await createOrganization(app)
    const all = operations(organization)
    for (const index of order) expectOk((await all[index]?.()) as never)
    trials.push((await reportsOf(organization))[0])
  }
  expect(trials[1]).toEqual(trials[0])
  expect(trials[2]).toEqual(trials[0])
})
