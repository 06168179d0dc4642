import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization } from '../harness/organization.ts'
import { commitOf, importOf } from './import-files.ts'
import { csv, type Row, windows1256, xlsx } from './table-files.ts'

// Sheets that accountants keep: titles, merged cells, Hijri days, notes at the side, sums of groups.

let app: TestApp
let owner: Organization
const year = new Date().getFullYear()
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

/** 12/08/1447 هـ */
function hijri(day: string): string {
  const parts = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(new Date(`${day}T00:00:00Z`))
  const part = (name: string) => parts.find(({ type }) => type === name)?.value
  return `${part('day')}/${part('month')}/${part('year')} هـ`
}

async function bring(kind: string, content: string | Buffer, fixed: Record<string, string> = {}) {
  const read = await importOf(owner, kind, content)
  const mapping = read.mapping.map((one: ReplyBody) => ({ ...one, fixed: fixed[one.column] ?? '' }))
  expectOk(await owner.post(`/imports/${read.id}/mapping`, { mapping }))
  const done = await commitOf(owner, read.id)
  const rows = (await owner.get(`/imports/${read.id}/rows?per_page=100`)).body.data as ReplyBody[]
  const said = rows.flatMap(({ row_number, outcome, issues }) =>
    issues.map(({ column, code }: ReplyBody) => [row_number, outcome, column, code]),
  )
  return { read, done, said }
}

test('a trial balance becomes opening balances without its groups, zeros and sums', async () => {
  const rows: Row[] = [
    ['شركة مخترعة'],
    [`ميزان المراجعة كما في 31/12/${year - 1}`],
    ['رقم الحساب', 'اسم الحساب', 'مدين', 'دائن'],
    ['1101', 'النقد وما في حكمه', '50,000.00', '-'],
    ['110101', 'الصندوق الرئيسي', '20,000.00', '-'],
    ['110103', 'البنك', '30,000.00', '-'],
    ['110102', 'المصروفات النثرية', '0.00', '0.00'],
    ['310101', 'رأس المال', '-', '50,000.00'],
    ['', 'الإجمالي', '50,000.00', '50,000.00'],
  ]
  const { done, said } = await bring('opening_lines', windows1256(csv(rows, ';')), { opening_date: `${year}-01-01` })
  expect(said).toEqual([
    [4, 'skipped', null, 'import_group_row'],
    [7, 'skipped', null, 'import_zero_row'],
    [9, 'skipped', null, 'import_total_row'],
  ])
  expect(done).toMatchObject({ state: 'committed', rows_new: 3, rows_skipped: 3, rows_refused: 0 })
  expect(done.notes).toEqual(expect.arrayContaining([{ code: 'import_group_row', rows: 1 }]))
})

test('a journal with merged cells and Hijri days is one entry for each number', async () => {
  const sheet: Row[] = [
    ['دفتر اليومية'],
    [],
    ['م', 'رقم القيد', 'التاريخ', 'البيان', 'الحساب', 'مدين', 'دائن', null, 'ملاحظات المراجع'],
    [1, 'Q-١', hijri(`${year}-01-31`), 'إيجار', '110102 - المصروفات النثرية', '١٬٢٠٠٫٥٠', null, null, 'راجعت'],
    [2, null, null, null, 'الصندوق الرئيسي', null, '١٬٢٠٠٫٥٠', null, null],
    [null, null, null, null, null, null, null, null, null],
    [3, 'Q-٢', hijri(`${year}-02-01`), 'رأس مال', '110101', 500, null, null, null],
    [4, null, null, null, '310101', null, 500, null, null],
    ['الإجمالي', null, null, null, null, '١٬٧٠٠٫٥٠', '١٬٧٠٠٫٥٠', null, null],
  ]
  const { read, done, said } = await bring('journal_entries', await xlsx({ sheets: { اليومية: sheet } }))
  const used = new Set(read.mapping.map(({ source }: { source: number }) => source))
  expect(read.heads.filter((_: string, index: number) => !used.has(index))).toEqual(['م', '', 'ملاحظات المراجع'])
  expect(said).toEqual([[9, 'skipped', null, 'import_total_row']])
  expect(done).toMatchObject({ state: 'committed', rows_new: 4 })
  const entries = (await owner.get('/accounting/journal-entries?per_page=100')).body.data
  expect(entries).toEqual(
    expect.arrayContaining([expect.objectContaining({ journal_date: `${year}-01-31`, amount: 1200.5 })]),
  )
})

test('bills with prices including tax in a column of words, and heads that come again on each page', async () => {
  const heads: Row = [
    'Bill No.',
    'Vendor',
    'Bill Date',
    'Item',
    'Qty',
    'Unit price',
    'VAT',
    'Amounts are',
    'Total incl. VAT',
  ]
  const row = (number: string, day: string): Row => [
    number,
    'مورد',
    day,
    'S1',
    '2',
    '57.50',
    '15%',
    'Tax inclusive',
    '115.00',
  ]
  const content = csv([heads, row('V-1', `25.01.${year}`), heads, row('V-2', `26.01.${year}`)], '\t')
  const { done, said } = await bring('bills', content)
  expect(said).toEqual([[3, 'skipped', null, 'import_head_row']])
  expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
  const bills = (await owner.get('/bills?keyword=V-')).body.data
  expect(bills.map(({ total }: ReplyBody) => total)).toEqual([115, 115])
})

test('a valuation of stock becomes opening stock with the value of each product, where it has no cost of a unit', async () => {
  const content = csv([
    ['Inventory Valuation Summary'],
    ['Item Name', 'SKU', 'Stock On Hand', 'Inventory Asset Value'],
    ['سلعة', 'G1', '7.00', 'SAR 100.00'],
    ['Total', '', '7.00', 'SAR 100.00'],
  ])
  const { done, said } = await bring('opening_stock', content, { opening_date: `${year}-01-01` })
  expect(said).toEqual([[4, 'skipped', null, 'import_total_row']])
  expect(done).toMatchObject({ state: 'committed', rows_new: 1 })
  const { stock } = (await owner.get('/accounting/opening')).body.data
  expect(stock).toMatchObject([{ quantity: 7, value: 100 }])
})
