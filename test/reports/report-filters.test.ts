import { expect, test } from 'vitest'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'
import { trackedProduct } from '../lots/tracked-product.ts'

// Filters of a report are chosen from lists its reader may read, and are named on the sheet, which is printed.

const app = await createTestApp()
const owner = await createOrganization(app)
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data

test('the journal filtered by user shows what that user posted, to readers of the journal', async () => {
  const clerk = await clientWith(app, owner, ['create-invoice'])
  const auditor = await clientWith(app, owner, ['read-report-journal'])
  await idOf(owner.post('/invoices', invoiceBody(owner)))
  await idOf(clerk.post('/invoices', invoiceBody(owner)))
  const people = expectOk(await auditor.get('/users/list')).body.data as { id: number; name: string }[]
  expect(people.map(({ name }) => name)).toEqual([expect.stringMatching(/^Owner/), 'role', 'role'])
  expect((await clerk.get('/users/list')).status).toBe(403)
  const totals = []
  for (const { id, name } of people) {
    const { rows, filters } = await show(`journal?user_id=${id}&kind=invoice`)
    const heads = rows.filter(({ style }) => style === 'group')
    expect(new Set(heads.map(({ texts }) => texts.posted_by))).toEqual(new Set(heads.length > 0 ? [name] : []))
    expect(filters.map((filter) => [filter.name, filter.chosen.map(({ word, name }) => word ?? name)])).toEqual([
      ['kind', ['kinds.invoice']],
      ['user_id', [name]],
    ])
    totals.push(rows.at(-1)?.figures.debit ?? 0)
  }
  expect(totals.toSorted()).toEqual([0, 1150, 1150])
  const file = await owner.get(`/reports/journal/export?user_id=${people[0]?.id}&kind=invoice&format=xlsx`)
  expect(file.status).toBe(200)
})

test('a statement of one account and one party names the party', async () => {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const receivables = accounts.find(({ number }) => number.startsWith('1102'))?.id
  const { filters } = await show(
    `account-statement?account_id=${receivables}&party_id=${owner.ids.customer}&from=${today().slice(0, 4)}-01-01`,
  )
  expect(filters).toMatchObject([{ name: 'party_id', chosen: [{ name: 'عميل' }] }])
})

test('a range that ends before it begins is refused as such, on its end', async () => {
  const reply = await owner.get('/reports/profit-and-loss?from=2026-06-01&to=2026-01-01')
  expect([reply.status, reply.body.errors.to]).toEqual([422, 'The period ends before it begins'])
})

test('every report answers to one end of its days alone, to days long before and after there was anything, and to a leap day', async () => {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const whom: Record<string, string> = {
    account_statement: `&account_id=${accounts.find(({ number }) => number === '110201')?.id}`,
    open_receivables: `&customer_id=${owner.ids.customer}`,
    open_payables: `&supplier_id=${owner.ids.supplier}`,
    customer_statement: `&customer_id=${owner.ids.customer}`,
    supplier_statement: `&supplier_id=${owner.ids.supplier}`,
    stock_card: `&product_id=${owner.ids.goods}`,
    lot_card: `&lot_id=${await boughtBatch()}`,
  }
  const days = ['from=2026-02-01', 'to=2026-02-01', 'to=1990-01-01', 'from=2100-12-31', 'from=1990-01-01&to=2100-12-31']
  for (const { name, path, filters } of Object.values(reports))
    for (const asked of [...days, 'from=2024-02-29&to=2024-02-29&compare=same_period_last_year']) {
      const reply = await owner.get(`${path}?${asked}${whom[name] ?? ''}`)
      expect([reply.status, reply.body.message], `${name} ${asked}`).toEqual([200, undefined])
      if (filters.includes('from') && asked.includes('&'))
        expect(`from=${reply.body.data.period.from}`).toBe(asked.split('&')[0])
    }
})

async function boughtBatch(): Promise<number> {
  const product_id = await trackedProduct(owner, 'batch')
  const row = { product_id, quantity: 1, price: 10, tax_rate: 15, lots: [{ number: 'B-1', quantity: 1 }] }
  await idOf(owner.post('/bills', billBody(owner, { bill_number: 'B-1', items: [row] })))
  return expectOk(await owner.get('/inventory/lots')).body.data[0].id
}
