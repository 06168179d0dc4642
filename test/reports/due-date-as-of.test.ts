import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { openEveryFigure, showOnce } from '../harness/reports/report-links.ts'
import { withSuperuser } from '../harness/role.ts'

// The ageing of a past day takes the due date a document had on that day (accounting rules 5.8, B4 "due date, with history"): moved
// later, it was an agreement of later; corrected, or mended on the day it was entered, it had always been so.

const year = Number(today().slice(0, 4)) - 1
const [issued, due, asked, moved] = [`${year}-02-01`, `${year}-03-01`, `${year}-03-15`, `${year}-04-10`]
const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older', 'advances', 'total']

let app: TestApp
let owner: Organization
const figures = (rows: Sheet['rows'] = []) => ages.map((age) => rows.at(-1)?.figures[age] ?? 0)
const aged = async (rest: string) => {
  const sheet = expectOk(await owner.get(`/reports/aged-receivables?to=${rest}`)).body.data as Sheet
  expect(sheet.difference ?? 0).toBe(0)
  await openEveryFigure(showOnce(owner), `aged-receivables?to=${rest}`)
  return figures(sheet.rows)
}
const statement = async (rest: string) => {
  const path = `/reports/customer-statement?customer_id=${owner.ids.customer}&from=${issued}&to=${rest}`
  const { rows, below } = expectOk(await owner.get(path)).body.data as Sheet
  expect(figures(below?.rows)).toEqual(await aged(rest))
  return rows.filter(({ style }) => style === 'line').map(({ texts }) => texts.due_date)
}
/** Everything of a document happened on the days it speaks of: what was posted on one, each revision on its own. */
const happened = (id: number, entered: string, ...revised: string[]) =>
  withSuperuser(app, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    await client.query(
      'UPDATE journal_entries SET posted_at = $2 WHERE id = (SELECT entry_id FROM documents WHERE id = $1)',
      [id, `${entered} 12:00+03`],
    )
    for (const [index, day] of revised.entries()) {
      const values = [id, index + 1, `${day} 13:00+03`]
      await client.query(
        'UPDATE document_revisions SET revised_at = $3 WHERE document_id = $1 AND revision = $2',
        values,
      )
    }
  })
const invoice = async () => {
  const body = invoiceBody(owner, { invoice_date: issued, due_date: due })
  const id = await idOf(owner.post('/invoices', body))
  const { invoice_number, total } = (await owner.get(`/invoices/${id}`)).body.data
  return { id, total: Number(total), body: { ...body, invoice_number } }
}
type Invoice = Awaited<ReturnType<typeof invoice>>
const correct = async ({ id, body }: Invoice, change: object) =>
  expectOk(await owner.post(`/invoices/${id}`, { ...body, ...change }))
const remove = async ({ id }: Invoice) => expectOk(await owner.remove(`/invoices/${id}`))

beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const own = { name: 'السنة السابقة', type: 'yearly', started_at: `${year}-01-01`, ended_at: `${year}-12-31` }
  const id = await idOf(owner.post('/accounting/financial-years', own))
  expectOk(await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' }))
})

test('as of every earlier day a due date that was moved later is the original one, also after settlement', async () => {
  const item = await invoice()
  await correct(item, { due_date: moved })
  await correct(item, { due_date: `${year}-05-01` })
  await happened(item.id, issued, `${year}-03-20`, `${year}-04-20`)
  const late = [0, item.total, 0, 0, 0, 0, 0, item.total]
  expect(await aged(asked)).toEqual(late)
  expect(await statement(asked)).toEqual([due])
  // From the day of the agreement on, it is due when it was agreed.
  expect(await aged(`${year}-03-20`)).toEqual([item.total, 0, 0, 0, 0, 0, 0, item.total])
  expect(await statement(`${year}-04-15`)).toEqual([moved])
  expect(await statement(`${year}-04-20`)).toEqual([`${year}-05-01`])
  const references = [{ reference_id: item.id, amount: 100 }]
  const paid = await idOf(owner.post('/accounting/income-payments', paymentBody(owner, { amount: 100, references })))
  expect(await aged(asked)).toEqual(late)
  expect(await statement(asked)).toEqual([due])
  // As recorded before the first agreement, for every requested day.
  expect(await aged(`${year}-04-20&as_known_at=${asked}`)).toEqual([0, 0, item.total, 0, 0, 0, 0, item.total])
  expect(await aged(`${asked}&as_known_at=${year}-12-31`)).toEqual(late)
  expectOk(await owner.remove(`/accounting/income-payments/${paid}`))
  await remove(item)
})

test('a correction applies from the beginning', async () => {
  const item = await invoice()
  await correct(item, { due_date: moved })
  const more = [{ product_id: owner.ids.service, quantity: 3, price: 100, tax_rate: 15 }]
  await correct(item, { due_date: moved, items: more })
  await happened(item.id, `${year}-06-01`, `${year}-03-20`, `${year}-06-01`)
  expect(await aged(asked)).toEqual([345, 0, 0, 0, 0, 0, 0, 345])
  expect(await statement(asked)).toEqual([moved])
  await remove(item)
})

test('a correction on the day of entry counts as a slip', async () => {
  const item = await invoice()
  await correct(item, { due_date: moved })
  expect(await statement(asked)).toEqual([moved])
  await remove(item)
})

test('a document voided later is not in a past day, whenever it was due', async () => {
  const item = await invoice()
  await correct(item, { due_date: moved })
  await happened(item.id, issued, `${year}-03-20`)
  await remove(item)
  expect(await aged(asked)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
})
