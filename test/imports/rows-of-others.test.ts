import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type ReplyBody } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { commitOf, importOf } from './import-files.ts'
import { csv, type Row } from './table-files.ts'

// Rows that other programs write in a way of their own: by account, with charges of the whole document, with the tax said once.

let owner: Organization
const day = `${new Date().getFullYear()}-03-04`
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  const usual = { email: 'h@example.sa', type: 'company', status: 'active' }
  expectOk(await owner.post('/customers', { ...usual, name: 'Basalt Co.' }))
  expectOk(await owner.post('/suppliers', { ...usual, name: 'Volt Energy' }))
  const { ids } = owner
  expectOk(
    await owner.post('/products', {
      code: 'V-1',
      name: 'Visit',
      product_type_id: 2,
      unlimited_quantity: true,
      status: 'active',
      apply_tax: true,
      unit_id: ids.unit,
      product_category_id: ids.category,
      sale_price: '100',
      purchase_price: '60',
    }),
  )
})

/** Reads the file with these values for empty cells and commits it. */
async function bring(kind: string, rows: Row[], fixed: Record<string, string> = {}, create_missing = false) {
  const read = await importOf(owner, kind, csv(rows))
  const mapping = read.mapping.map((one: ReplyBody) => ({ ...one, fixed: fixed[one.column] ?? '' }))
  expectOk(await owner.post(`/imports/${read.id}/mapping`, { mapping, options: { ...read.options, create_missing } }))
  const done = await commitOf(owner, read.id)
  const written = (await owner.get(`/imports/${read.id}/rows?per_page=100`)).body.data as ReplyBody[]
  const said = written.flatMap(({ row_number, outcome, issues }) =>
    issues.map(({ column, code }: ReplyBody) => [row_number, outcome, column, code]),
  )
  return { done, said }
}
const totalOf = async (path: string, number: string) =>
  (await owner.get(`${path}?keyword=${number}`)).body.data[0]?.total

const billHeads = [
  'Bill Date',
  'Bill Number',
  'Vendor Name',
  'Item Name',
  'Account',
  'Quantity',
  'Rate',
  'Tax %',
  'Total',
]
test('bills by account are entered with one item for each account, and undone', async () => {
  const rows = [
    billHeads,
    [day, 'E-1', 'Volt Energy', '', '520103', '1', '200', '15', '345'],
    [day, 'E-1', 'Volt Energy', '', '520103', '2', '50', '15', '345'],
    [day, 'E-2', 'Volt Energy', '', '520103', '1', '100', '15', '115'],
  ]
  const asked = await bring('bills', rows)
  expect(asked.said[0]).toEqual([2, 'refused', 'account_id', 'import_item_of_account'])
  const { done, said } = await bring('bills', rows, {}, true)
  expect([done.state, said]).toEqual(['committed', []])
  expect(await totalOf('/bills', 'E-1')).toBe(345)
  const made = (await owner.get('/products?keyword=EXP-520103')).body.data
  expect(made).toHaveLength(1)
  const item = (await owner.get(`/products/${made[0].id}`)).body.data
  expect(item.expense_account.id).toBe(item.expense_account_id)
  expectOk(await owner.post(`/imports/${done.id}/undo`))
  expect(await totalOf('/bills', 'E-1')).toBeUndefined()
  expect((await bring('bills', rows)).done.state).toBe('committed')
})

const heads = ['Invoice Date', 'Invoice Number', 'Customer Name', 'Item', 'Quantity', 'Rate', 'Tax Rate']
test('charges of a document become a row with the item and the tax that the user says', async () => {
  const rows = [
    [...heads, 'Shipping Charge', 'Adjustment', 'Total'],
    [day, 'C-1', 'Basalt Co.', 'Visit', '1', '185', '15', '30', '0.00', '247.25'],
    [day, 'C-2', 'Basalt Co.', 'Visit', '1', '100', '15', '0.00', '', '115'],
  ]
  const asked = await bring('invoices', rows)
  expect(asked.said).toContainEqual([2, 'refused', 'charge_product_id', 'import_charge_item'])
  expect(asked.done).toMatchObject({ rows_refused: 1, rows_new: 1 })
  const { done } = await bring('invoices', rows, { charge_product_id: 'V-1', charge_tax_rate: '15' })
  expect(done.state).toBe('committed')
  expect([await totalOf('/invoices', 'C-1'), await totalOf('/invoices', 'C-2')]).toEqual([247.25, 115])
  const lowered = [
    [...heads, 'Adjustment', 'Total'],
    [day, 'C-3', 'Basalt Co.', 'Visit', '1', '100', '15', '-0.30', '114.70'],
  ]
  expect((await bring('invoices', lowered)).said).toEqual([
    [2, 'refused', 'adjustment_amount', 'import_charge_negative'],
  ])
})

test('a credit note among the invoices is named as one', async () => {
  const rows = [
    [...heads, 'Total'],
    [day, 'N-1', 'Basalt Co.', '', '-1', '100', '15', '-115'],
    [day, 'N-2', 'Basalt Co.', 'Visit', '-1', '100', '15', ''],
    [day, 'N-3', 'Basalt Co.', 'Visit', '1', '100', '15', '115'],
    [day, 'N-4', 'Basalt Co.', 'Visit', 'many', '100', '15', ''],
    [day, 'N-5', 'Basalt Co.', 'Visit', '-1', '-100', '15', ''],
  ]
  const { done, said } = await bring('invoices', rows)
  expect(said).toEqual([
    [2, 'refused', 'total', 'import_is_credit_note'],
    [3, 'refused', 'quantity', 'import_is_credit_note'],
    [5, 'refused', 'quantity', 'invalid_number'],
    [6, 'refused', 'quantity', 'must_be_positive'],
    [6, 'refused', 'price', 'negative_price'],
  ])
  expect(done).toMatchObject({ rows_refused: 4, rows_new: 1 })
})

test('a tax said once and figures of too many decimals are taken where a total confirms them', async () => {
  const rows = (total: string, more: string) => [
    [...heads, 'Discount %', 'Grand Total'],
    [day, `T-${total}`, 'Basalt Co.', 'Visit', '0.5135135135', '185', '15', '', total],
    ['', '', '', 'Visit', '1', '135', '', '7.037037', more],
  ]
  const { done, said } = await bring('invoices', rows('253.58', ''))
  expect([done.state, said]).toEqual(['committed', [[2, 'new', 'quantity', 'import_rounded']]])
  expect(await totalOf('/invoices', 'T-253.58')).toBe(253.58)
  expect((await bring('invoices', rows('253.60', ''))).said).toEqual([[2, 'refused', 'total', 'import_total_differs']])
  const bare = rows('', '').map((row) => row.slice(0, -1))
  const refused = (await bring('invoices', bare)).said.map(([number, , column, code]) => [number, column, code])
  expect(refused).toEqual(expect.arrayContaining([[3, 'tax_rate', 'required']]))
})

test('cells with several e-mails or numbers of a party take the first, and odd Saudi numbers are noted', async () => {
  const { done, said } = await bring('customers', [
    ['Customer', 'Email', 'Phone Numbers', 'VAT number', 'Mobile', 'Country'],
    ['Amber Ltd', 'a@example.sa; b@example.sa', 'Phone: (011) 234-5678 Mobile: (050) 123-4567', '', '', 'SAU'],
    ['Opal Ltd', 'o@example.sa', '', '31012345670000', '05012345', ''],
    ['Jade GmbH', 'j@example.de', '', 'DE123456789', '01512345', 'Germany'],
    ['Thursday, Nov 26, 2026 05:12 PM GMT+03:00'],
  ])
  expect(said).toEqual([
    [2, 'new', 'email', 'import_more_emails'],
    [3, 'new', 'tax_number', 'import_odd_tax_number'],
    [3, 'new', 'mobile', 'import_odd_mobile'],
    [5, 'skipped', null, 'import_text_row'],
  ])
  expect(done).toMatchObject({ state: 'committed', rows_new: 3 })
  const [amber] = (await owner.get('/customers?keyword=a@example.sa')).body.data
  expect((await owner.get(`/customers/${amber.id}`)).body.data).toMatchObject({
    email: 'a@example.sa',
    phone: '011 234-5678',
    mobile: '050 123-4567',
  })
})

test('types of accounts in the singular, as programs write them, have their place', async () => {
  const { done } = await bring('accounts', [
    ['Code', 'Name', 'Type'],
    ['119801', 'Deposits', 'Current Asset'],
    ['229801', 'Long loan', 'Non-current Liability'],
  ])
  expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
})

test('the sums of both sides and a day that either order could mean are said before anything is written', async () => {
  const year = new Date().getFullYear() - 1
  const rows = (last: string) =>
    csv([
      ['Date', 'Journal No', 'Account', 'Debit', 'Credit'],
      [`04/03/${year}`, 'J-1', '110101', '100.50', ''],
      [`04/03/${year}`, 'J-1', '520103', '', '100.50'],
      ['Total', '', '', '100.50', '100.50'],
      [last, 'J-2', '110101', '1', ''],
      [last, 'J-2', '520103', '', '1'],
    ])
  const read = await importOf(owner, 'journal_entries', rows(`05/03/${year}`))
  expect(read.doubtful_day).toEqual({ written: `04/03/${year}`, dmy: `${year}-03-04`, mdy: `${year}-04-03` })
  expect(read.sums).toEqual([
    { column: 'debit', amount: 101.5 },
    { column: 'credit', amount: 101.5 },
  ])
  expect((await importOf(owner, 'journal_entries', rows(`25/03/${year}`))).doubtful_day).toBeNull()
})
