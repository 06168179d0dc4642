import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { commitOf, importOf } from './import-files.ts'
import {
  arabicInvoices,
  daftraInvoices,
  erpnextInvoices,
  odooInvoices,
  type ProgramInvoices,
  qoyodInvoices,
  quickbooksInvoices,
  xeroInvoices,
  zohoInvoices,
} from './program-files.ts'

// Exports of other programs, brought in as they are: the figures of the books are those of the file, and what is left out says why.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const { ids } = owner
  const usual = { email: 'h@example.sa', type: 'company', status: 'active' }
  expectOk(await owner.post('/customers', { ...usual, name: 'شركة الأفق للتجارة', name_en: 'Horizon Trading Co.' }))
  const product = {
    unit_id: ids.unit,
    product_category_id: ids.category,
    sale_price: '100',
    purchase_price: '60',
    apply_tax: true,
    status: 'active',
  }
  for (const one of [
    { code: 'P-1', name: 'كرسي', name_en: 'Chair', product_type_id: 2, unlimited_quantity: true },
    { code: 'S-1', name: 'زيارة', name_en: 'Visit', product_type_id: 2, unlimited_quantity: true },
  ])
    expectOk(await owner.post('/products', { ...product, ...one }))
})

const rowsOf = async (id: number, outcome: string): Promise<ReplyBody[]> =>
  (await owner.get(`/imports/${id}/rows?outcome=${outcome}&per_page=100`)).body.data

const programs: Record<string, ProgramInvoices> = {
  'Zoho Books': zohoInvoices,
  Odoo: odooInvoices,
  ERPNext: erpnextInvoices,
  Xero: xeroInvoices,
  QuickBooks: quickbooksInvoices,
  'a sheet in Arabic': arabicInvoices,
  Qoyod: qoyodInvoices,
  Daftra: daftraInvoices,
}

describe('invoices come in with the totals of the file from', () => {
  test.each(Object.keys(programs))('%s', async (name) => {
    const { kind, content, expected, skipped, notes = [] } = programs[name] as ProgramInvoices
    const { id } = await importOf(owner, kind, await content)
    const done = await commitOf(owner, id)
    const refused = await rowsOf(id, 'refused')
    expect(refused.map(({ row_number, issues }) => [row_number, issues])).toEqual([])
    expect(done).toMatchObject({ state: 'committed', rows_skipped: skipped })
    for (const row of await rowsOf(id, 'skipped')) expect(row.issues[0]?.message, String(row.row_number)).toBeTruthy()
    const noted = (await rowsOf(id, 'new')).flatMap(({ issues }) => issues.map(({ code }: ReplyBody) => code))
    expect(noted).toEqual(notes)
    const numbers = expected.map(([number]) => number)
    const listed = (await owner.get('/invoices?per_page=100')).body.data
    const made = listed.filter((one: ReplyBody) => numbers.includes(one.invoice_number))
    expect(
      made
        .map((one: ReplyBody) => [one.invoice_number, one.total])
        .sort((one: string[], other: string[]) => (one[0] as string).localeCompare(other[0] as string)),
    ).toEqual(expected)
  })
})
