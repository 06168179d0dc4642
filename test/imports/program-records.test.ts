import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { commitOf, importOf } from './import-files.ts'
import { csv, type Row, xlsx } from './table-files.ts'

// Contacts, products, charts, journals, payments and open items as other programs write them.

let app: TestApp
let owner: Organization
const year = new Date().getFullYear()
const day = (monthDay: string) => `${year}-${monthDay}`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

type Choices = {
  values?: { column: string; from: string; to: string }[]
  fixed?: Record<string, string>
  create_missing?: boolean
}
/** Reads, says what words mean and what empty cells mean, and commits. */
async function bring(
  kind: string,
  content: string | Buffer,
  { values, fixed = {}, create_missing = false }: Choices = {},
) {
  const read = await importOf(owner, kind, content)
  const mapping = read.mapping.map((one: ReplyBody) => ({ ...one, fixed: fixed[one.column] ?? one.fixed ?? '' }))
  const options = { ...read.options, create_missing }
  expectOk(await owner.post(`/imports/${read.id}/mapping`, { mapping, values, options }))
  const done = await commitOf(owner, read.id)
  const rows = (await owner.get(`/imports/${read.id}/rows?per_page=100`)).body.data as ReplyBody[]
  const said = (outcome: string) =>
    rows
      .filter((row) => row.outcome === outcome)
      .flatMap(({ row_number, issues }) => issues.map(({ column, code }: ReplyBody) => [row_number, column, code]))
  return { read, done, refused: said('refused'), skipped: said('skipped'), noted: said('new') }
}
const wordsOf = async (id: number, column: string) =>
  (await owner.get(`/imports/${id}/words`)).body.data.columns.find((one: ReplyBody) => one.column === column)
const accountOf = async (number: string): Promise<ReplyBody> => {
  const found: ReplyBody[] = []
  const walk = (nodes: ReplyBody[], parent: string | null) => {
    for (const node of nodes) {
      if (node.number === number) found.push({ ...node, parent })
      walk(node.children, node.number)
    }
  }
  walk((await owner.get('/accounting/chart-of-accounts')).body.data, null)
  return found[0]
}

describe('contacts', () => {
  test('of Zoho Books come in with their terms, types and countries', async () => {
    const content = csv([
      [
        'Display Name',
        'Company Name',
        'EmailID',
        'MobilePhone',
        'Status',
        'Customer Sub Type',
        'Billing Country',
        'Payment Terms Label',
        'Payment Terms',
        'Tax Registration Number',
      ],
      [
        'Desert Rose Est.',
        'Desert Rose',
        'rose@example.sa',
        '+966 50 123 4567',
        'Active',
        'business',
        'Saudi Arabia',
        'Net 30',
        '30',
        '310123456700003',
      ],
      [
        'Sami Harbi',
        '',
        'sami@example.sa',
        '',
        'Inactive',
        'individual',
        'KSA',
        'Due on Receipt',
        'Due on Receipt',
        '',
      ],
      ['Broken Number Co.', '', 'broken@example.sa', '', 'Active', 'business', 'Saudi Arabia', '', '', '3.10123E+14'],
    ])
    const { done, refused } = await bring('customers', content)
    expect(refused).toEqual([[4, 'tax_number', 'import_digits_lost']])
    expect(done).toMatchObject({ rows_new: 2, rows_refused: 1 })
    const { done: again } = await bring('customers', content.replace('3.10123E+14', ''))
    expect(again).toMatchObject({ state: 'committed', rows_new: 3 })
    const [rose] = (await owner.get('/customers?keyword=rose@example.sa')).body.data
    expect((await owner.get(`/customers/${rose.id}`)).body.data).toMatchObject({
      name: 'Desert Rose Est.',
      type: 'company',
      tax_number: '310123456700003',
      payment_terms_days: 30,
    })
  })
  test('with error cells of a spreadsheet are refused on those cells', async () => {
    const { refused } = await bring(
      'suppliers',
      csv([
        ['المورد', 'البريد الإلكتروني', 'الجوال'],
        ['#REF!', 'a@example.sa', '########'],
      ]),
    )
    expect(refused).toEqual([
      [2, 'name', 'import_error_cell'],
      [2, 'mobile', 'import_error_cell'],
    ])
  })
})

test('items of Zoho Books come in with prices that name their currency', async () => {
  const { done, refused } = await bring(
    'products',
    csv([
      [
        'Item ID',
        'Item Name',
        'SKU',
        'Rate',
        'Purchase Rate',
        'Taxable',
        'Product Type',
        'Usage unit',
        'Category Name',
        'Status',
      ],
      ['46001', 'Desk', 'D-1', 'SAR 1,250.50', 'SAR 900.00', 'true', 'goods', 'pcs', 'Furniture', 'Active'],
      ['46002', 'Repair', 'R-1', 'SAR 200.00', 'SAR -', 'false', 'service', 'hour', 'Services', 'Active'],
    ]),
    { create_missing: true },
  )
  expect(refused).toEqual([])
  expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
  const made = (await owner.get('/products?per_page=100')).body.data
  expect(made).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'D-1', name: 'Desk', sale_price: 1250.5 }),
      expect.objectContaining({ code: 'R-1', name: 'Repair', sale_price: 200 }),
    ]),
  )
})

describe('a chart of accounts', () => {
  test('of Zoho Books is placed by its types, which are asked for where they are not certain', async () => {
    const heads: Row = ['Account Name', 'Account Code', 'Account Type', 'Parent Account', 'Account Status']
    const content = csv([
      heads,
      ['Riyad Bank', '91001', 'Bank', '', 'Active'],
      ['Van fuel', '95002', 'Expense', 'Vans', 'Active'],
      ['Vans', '95001', 'Expense', '', 'Active'],
      ['Staff loans', '91002', 'Other Current Asset', '', 'Active'],
    ])
    const first = await bring('accounts', content)
    expect(first.refused).toEqual([[5, 'account_type', 'import_unknown_name']])
    const words = await wordsOf(first.read.id, 'account_type')
    expect(words).toMatchObject({ words: [{ from: 'Other Current Asset', is_known: false }] })
    expect(words.choices).toEqual(expect.arrayContaining([expect.objectContaining({ value: '1102' })]))
    const values = [{ column: 'account_type', from: 'Other Current Asset', to: '1102' }]
    const second = await bring('accounts', content, { values })
    expect(second.done).toMatchObject({ state: 'committed', rows_new: 4 })
    // A child before its parent in the file.
    expect(await accountOf('95002')).toMatchObject({ parent: '95001', type: 'sub' })
    expect(await accountOf('95001')).toMatchObject({ type: 'main' })
    expect(await accountOf('91001')).toMatchObject({ parent: '1101' })
    expect(await accountOf('91002')).toMatchObject({ parent: '1102' })
  })
  test('of Odoo has types of its own, and no type of ours', async () => {
    const { done, refused } = await bring(
      'accounts',
      csv([
        ['Code', 'Account Name', 'Type'],
        ['101999', 'Bank of the south', 'Bank and Cash'],
        ['601999', 'Cloud services', 'Expenses'],
      ]),
    )
    expect(refused).toEqual([])
    expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
  })
  test('without parents is nested by its numbers', async () => {
    const { refused } = await bring(
      'accounts',
      csv([
        ['رقم الحساب', 'اسم الحساب'],
        ['11077', 'عهد'],
        ['1107701', 'عهدة سامي'],
      ]),
    )
    expect(refused).toEqual([])
    expect(await accountOf('1107701')).toMatchObject({ parent: '11077' })
    expect(await accountOf('11077')).toMatchObject({ parent: '11', type: 'main' })
  })
})

describe('a journal', () => {
  const total = async (number: string) =>
    (await owner.get(`/accounting/journal-entries?keyword=${number}`)).body.data.map(({ amount }: ReplyBody) => amount)
  test('of Odoo has accounts with their numbers and empty cells of the head', async () => {
    const { done, refused, skipped } = await bring(
      'journal_entries',
      await xlsx({
        sheets: {
          S: [
            [
              'Number',
              'Date',
              'Journal Items/Account',
              'Journal Items/Partner',
              'Journal Items/Debit',
              'Journal Items/Credit',
              'Status',
            ],
            ['MISC/0001', new Date(`${day('01-31')}T00:00:00Z`), '110101 Main cash box', null, 250.75, 0, 'Posted'],
            [null, null, '310101 Capital', null, 0, 250.75, null],
            ['MISC/0002', new Date(`${day('01-31')}T00:00:00Z`), '110101 Main cash box', null, 5, 0, 'Cancelled'],
            [null, null, '310101 Capital', null, 0, 5, null],
          ],
        },
      }),
    )
    expect(refused).toEqual([])
    expect(done).toMatchObject({ state: 'committed', rows_new: 2, rows_skipped: 2 })
    expect(skipped[0]).toEqual([4, 'status', 'import_void_left_out'])
    expect(await total('MISC/0001')).toEqual([250.75])
  })
  test('of QuickBooks has titles, totals, days with the month first, and accounts as paths', async () => {
    const { done, refused, skipped } = await bring(
      'journal_entries',
      csv([
        ['Invented Company'],
        ['Journal'],
        ['', 'Date', 'Transaction Type', 'Num', 'Name', 'Memo/Description', 'Account', 'Debit', 'Credit'],
        ['', `01/31/${year}`, 'Journal Entry', 'QB-1', '', 'Rent', '110102 Petty cash', '1,000.00', ''],
        ['', '', '', '', '', 'Rent', 'Equity:الصندوق الرئيسي', '', '1,000.00'],
        ['', '', '', '', '', '', '', '1,000.00', '1,000.00'],
        ['TOTAL', '', '', '', '', '', '', '1,000.00', '1,000.00'],
        [`Saturday, January 31, ${year} 10:15 AM`],
      ]),
    )
    // The sum of an entry without a word is no line of it.
    expect(refused).toEqual([])
    expect(done).toMatchObject({ state: 'committed' })
    expect(skipped.map(([row, , code]) => [row, code])).toEqual([
      [6, 'import_total_row'],
      [7, 'import_total_row'],
      [8, 'import_text_row'],
    ])
    expect(await total('QB-1')).toEqual([1000])
  })
  test('with one column of amounts has debit as positive, and a side as a word', async () => {
    const content = csv([
      ['Voucher No', 'Date', 'Particulars', 'Amount'],
      ['T-1', `31/01/${year}`, '110101', '75.50 Dr'],
      ['T-1', `31/01/${year}`, '310101', '75.50 Cr'],
      ['T-2', `31/01/${year}`, '110101', '20'],
      ['T-2', `31/01/${year}`, '310101', '(20)'],
    ])
    expect(await bring('journal_entries', content)).toMatchObject({ refused: [], done: { state: 'committed' } })
    expect(await total('T-1')).toEqual([75.5])
    const worded = csv([
      ['Vch No.', 'Date', 'Ledger', 'Amount', 'Dr/Cr'],
      ['T-3', `31/01/${year}`, '110101', '20', 'Dr'],
      ['T-3', `31/01/${year}`, '310101', '20', 'Cr'],
    ])
    expect(await bring('journal_entries', worded)).toMatchObject({ refused: [], done: { state: 'committed' } })
  })
  test('whose rows of one number lie apart is refused, not brought in without them', async () => {
    const row = (number: string, account: string, debit: string, credit: string) => [
      number,
      day('02-01'),
      account,
      debit,
      credit,
    ]
    const { refused } = await bring(
      'journal_entries',
      csv([
        ['رقم القيد', 'التاريخ', 'الحساب', 'مدين', 'دائن'],
        row('A-1', '110101', '10', ''),
        row('A-1', '310101', '', '10'),
        row('A-2', '110101', '10', ''),
        row('A-2', '310101', '', '10'),
        row('A-1', '110101', '7', ''),
        row('A-1', '310101', '', '7'),
      ]),
    )
    expect(refused).toEqual([[6, null, 'import_twice_in_file']])
  })
})

test('an invoice whose total is another in the file is refused with both', async () => {
  const heads = ['Invoice Number', 'Date', 'Customer', 'Item', 'Qty', 'Price', 'Tax', 'Total']
  const row = (total: string, tax = '15%') => csv([heads, ['D-1', day('02-01'), 'عميل', 'S1', '1', '115', tax, total]])
  const { refused, read } = await bring('invoices', row('115'))
  expect(refused).toEqual([[2, 'total', 'import_total_differs']])
  const [shown] = (await owner.get(`/imports/${read.id}/rows`)).body.data
  expect(shown.issues[0].message).toMatch(/115.*132\.25/)
  expect((await bring('invoices', row('115', ''))).refused).toEqual([[2, 'tax_rate', 'required']])
  const inclusive = await bring('invoices', row('115'), { fixed: { prices_include_tax: 'yes' } })
  expect(inclusive.done).toMatchObject({ state: 'committed', rows_new: 1 })
})

test('an ageing by customer becomes open items, without its groups and sums', async () => {
  const { done, refused, skipped } = await bring(
    'opening_receivables',
    csv([
      ['AR Aging Details'],
      ['', 'Date', 'Transaction Type', 'Num', 'Customer', 'Due Date', 'Amount', 'Open Balance'],
      ['1 - 30 days past due'],
      ['', `12/20/${year - 1}`, 'Invoice', 'OLD-1', 'عميل', `12/31/${year - 1}`, '2,300.00', '1,300.00'],
      ['Total for 1 - 30 days past due', '', '', '', '', '', '2,300.00', '1,300.00'],
      ['TOTAL', '', '', '', '', '', '2,300.00', '1,300.00'],
    ]),
    { fixed: { opening_date: day('01-01') } },
  )
  expect(refused).toEqual([])
  expect(skipped).toHaveLength(3)
  expect(done).toMatchObject({ state: 'committed', rows_new: 1 })
  const { receivables } = (await owner.get('/accounting/opening')).body.data
  expect(receivables).toMatchObject([{ number: 'OLD-1', amount: 1300, due_date: `${year - 1}-12-31` }])
})

test('another sheet of a workbook is read when it is chosen', async () => {
  const content = await xlsx({
    sheets: {
      Notes: [['How to fill this'], ['Write below']],
      Data: [
        ['name', 'email'],
        ['Sheet One Co.', 's1@example.sa'],
      ],
      More: [
        ['name', 'email'],
        ['Sheet Two Co.', 's2@example.sa'],
        ['Sheet Three Co.', 's3@example.sa'],
      ],
    },
  })
  const read = await importOf(owner, 'customers', content)
  expect(read).toMatchObject({ sheet: 'Data', sheets: ['Notes', 'Data', 'More'], rows_total: 1, head_row: 1 })
  const other = expectOk(await owner.post(`/imports/${read.id}/sheet`, { sheet: 'More' })).body.data
  expect(other).toMatchObject({ sheet: 'More', rows_total: 2, state: 'mapped' })
  expect((await owner.post(`/imports/${read.id}/sheet`, { sheet: 'Nowhere' })).status).toBe(404)
  expect(await commitOf(owner, read.id)).toMatchObject({ rows_new: 2 })
  expect((await owner.post(`/imports/${read.id}/sheet`, { sheet: 'Data' })).status).toBe(409)
})
