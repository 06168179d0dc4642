import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, type Organization, today } from '../harness/organization.ts'
import { type Run, runOf, undoOf } from './import-files.ts'

// History that is brought in is posted by the rules of the screens, and its undo leaves the figures as they were. The invariants run
// after the file.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
})

const year = today().slice(0, 4)
const run = (kind: string, content: string, change: Partial<Run> = {}) => runOf(owner, { kind, content, ...change })
const issuesOf = async (id: number) =>
  (await owner.get(`/imports/${id}/rows?outcome=refused`)).body.data.flatMap(
    (row: { row_number: number; issues: { column: string; code: string }[] }) =>
      row.issues.map(({ column, code }) => [row.row_number, column, code]),
  )
const trialBalance = async () => {
  const { data } = (await owner.get(`/reports/trial-balance?from=${year}-01-01&to=${year}-12-31`)).body
  return data.rows
    .filter(
      (row: { level: number; figures: Record<string, number> }) =>
        row.level > 0 && row.figures.closing_debit !== row.figures.closing_credit,
    )
    .map((row: { label: { code: string }; figures: Record<string, number> }) => [
      row.label.code,
      row.figures.closing_debit,
      row.figures.closing_credit,
    ])
}

test('rows of one number are one journal entry, and an undo leaves the trial balance as it was', async () => {
  const before = await trialBalance()
  const head = 'رقم القيد,التاريخ,الحساب,مدين,دائن,البيان'
  const done = await run(
    'journal_entries',
    [
      head,
      `JV-9,15/01/${year},110101,"1,000.00",,نقد`,
      `JV-9,15/01/${year},310101,,1000.00,`,
      `JV-10,16/01/${year},110102,250.5,,`,
      `JV-10,16/01/${year},310101,,250.5,`,
    ].join('\n'),
  )
  expect(done).toMatchObject({ state: 'committed', rows_total: 4, rows_new: 4 })
  expect((await owner.get('/accounting/journal-entries?keyword=JV-9')).body.data).toMatchObject([
    { journal_date: `${year}-01-15`, amount: 1000 },
  ])
  expect(await trialBalance()).not.toEqual(before)
  expectOk(await undoOf(owner, done.id))
  expect(await trialBalance()).toEqual(before)
})

test('an entry out of balance is refused, and the others are still checked', async () => {
  const head = 'journal number,date,account,debit,credit'
  const checked = await run(
    'journal_entries',
    [
      head,
      `A,${year}-01-15,110101,100,`,
      `A,${year}-01-15,310101,,90`,
      `B,${year}-01-15,999999,5,`,
      `B,${year}-01-15,310101,,5`,
      `C,${year}-01-15,110101,7,`,
      `C,${year}-01-15,310101,,7`,
    ].join('\n'),
  )
  expect(checked).toMatchObject({ state: 'checked', rows_new: 2, rows_refused: 4 })
  const issues = await issuesOf(checked.id)
  expect(issues).toEqual(expect.arrayContaining([[4, 'account_id', 'import_unknown_name']]))
  expect(issues.map(([row]: [number]) => row)).toContain(2)
})

test('invoices of several rows, their receipts, and back out in the reverse order', async () => {
  const before = await trialBalance()
  const invoices = await run(
    'invoices',
    [
      'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة',
      `H-1,05/02/${year},عميل,S1,2,100,15`,
      `H-1,05/02/${year},عميل,خدمة,1,50,0`,
      `H-2,06/02/${year},عميل,S1,1,1000,VAT X`,
    ].join('\n'),
  )
  expect(invoices).toMatchObject({ state: 'checked', rows_refused: 1 })
  const [row] = (await owner.get(`/imports/${invoices.id}/rows?outcome=refused`)).body.data
  expect(row).toMatchObject({ row_number: 4, issues: [{ column: 'tax_rate' }] })
  expectOk(await owner.post(`/imports/${invoices.id}/rows/4`, { cells: row.cells.with(6, '15') }))
  expect(expectOk(await owner.post(`/imports/${invoices.id}/commit`)).body.data).toMatchObject({
    state: 'committed',
    rows_new: 3,
  })
  expect((await owner.get('/invoices?keyword=H-1')).body.data).toMatchObject([{ total: 280, status: 'confirmed' }])
  const method = (await owner.get('/payment-methods/list')).body.data[0].name
  const receipts = await run(
    'income_payments',
    ['رقم السند,التاريخ,العميل,طريقة الدفع,المبلغ,رقم الفاتورة', `R-1,07/02/${year},عميل,${method},280,H-1`].join('\n'),
  )
  expect(receipts).toMatchObject({ state: 'committed', rows_new: 1 })
  expect((await owner.get('/invoices?keyword=H-1')).body.data).toMatchObject([{ status: 'paid' }])
  expect((await undoOf(owner, invoices.id)).status).toBe(422)
  expectOk(await undoOf(owner, receipts.id))
  expectOk(await undoOf(owner, invoices.id))
  expect(await trialBalance()).toEqual(before)
})

test('bills keep the numbers of their suppliers apart', async () => {
  expectOk(
    await owner.post('/suppliers', { name: 'مورد آخر', email: 'b@example.sa', type: 'company', status: 'active' }),
  )
  const head = 'رقم الفاتورة,تاريخ الفاتورة,المورد,الصنف,الكمية,السعر,الضريبة'
  const done = await run(
    'bills',
    [head, `1001,05/02/${year},مورد,G1,2,100,15`, `1001,05/02/${year},مورد آخر,G1,1,50,15`].join('\n'),
  )
  expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
  expect((await owner.get('/bills?keyword=1001')).body.data).toHaveLength(2)
})

test('opening balances, open items and stock are imported separately, and the other parts stay', async () => {
  const date = `${year}-01-01`
  const lines = await run(
    'opening_lines',
    ['opening date,account,debit,credit', `${date},110102,"50,000.00",`, `${date},310101,,"20,000.00"`].join('\n'),
  )
  expect(lines).toMatchObject({ state: 'committed', rows_new: 2 })
  const due = await run(
    'opening_receivables',
    ['تاريخ الافتتاح,العميل,رقم الفاتورة,تاريخ الاستحقاق,الرصيد', `${date},عميل,OLD-7,01/03/${year},"2,300.00"`].join(
      '\n',
    ),
  )
  expect(due).toMatchObject({ state: 'committed', rows_new: 1 })
  const stock = await run('opening_stock', ['opening date,item code,quantity,unit cost', `${date},G1,5,60`].join('\n'))
  expect(stock).toMatchObject({ state: 'committed', rows_new: 1 })
  const opening = (await owner.get('/accounting/opening')).body.data
  expect(opening).toMatchObject({ receivables: [{ number: 'OLD-7', amount: 2300 }], stock: [{ quantity: 5 }] })
  expect(opening.lines).toHaveLength(2)
  for (const { id } of [stock, due, lines]) expectOk(await undoOf(owner, id))
  const undone = (await owner.get('/accounting/opening')).body.data
  expect(undone).toMatchObject({ lines: [], receivables: [], stock: [] })
})

test('invoices of one batch take no more than there was on their day, and each too many is refused on its row', async () => {
  // A thousand are in stock since today.
  const bill = ['رقم الفاتورة,تاريخ الفاتورة,المورد,الصنف,الكمية,السعر,الضريبة', `9,01/01/${year},مورد,G1,130,7,15`]
  expect(await run('bills', bill.join('\n'))).toMatchObject({ state: 'committed' })
  const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة'
  const rows = Array.from({ length: 132 }, (_, index) => `M-${index},05/01/${year},عميل,G1,1,100,15`)
  const tooMany = await run('invoices', [head, ...rows].join('\n'))
  expect(tooMany).toMatchObject({ state: 'checked', rows_new: 130, rows_refused: 2 })
  expect((await issuesOf(tooMany.id)).map(([row]: [number]) => row)).toEqual([132, 133])
  const before = await trialBalance()
  const sold = await run('invoices', [head, ...rows.slice(0, 130)].join('\n'))
  expect(sold).toMatchObject({ state: 'committed', rows_new: 130 })
  const { data } = (await owner.get(`/reports/inventory-valuation?to=${year}-01-31`)).body
  expect(data.rows.find(({ texts }: { texts: { code: string } }) => texts.code === 'G1')).toBeUndefined()
  expectOk(await undoOf(owner, sold.id))
  expect(await trialBalance()).toEqual(before)
})

test('receipts of one batch do not take more of an invoice than is left', async () => {
  const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة'
  await run('invoices', [head, `P-1,05/02/${year},عميل,S1,1,100,0`].join('\n'))
  const method = (await owner.get('/payment-methods/list')).body.data[0].name
  const receipt = (number: string, amount: number) => `${number},07/02/${year},عميل,${method},${amount},P-1`
  const receipts = ['رقم السند,التاريخ,العميل,طريقة الدفع,المبلغ,رقم الفاتورة', receipt('Q-1', 60), receipt('Q-2', 60)]
  const checked = await run('income_payments', receipts.join('\n'))
  expect(checked).toMatchObject({ state: 'checked', rows_new: 1, rows_refused: 1 })
  expect((await issuesOf(checked.id)).map(([row]: [number]) => row)).toEqual([3])
})

test('a discount below one percent is refused until it is written with its sign', async () => {
  const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الخصم,نسبة الضريبة'
  const invoiceOf = (number: string, discount: string) => `${number},05/02/${year},عميل,S1,1,100,${discount},0`
  const rows = [invoiceOf('D-1', '0.05'), invoiceOf('D-2', '5%'), invoiceOf('D-3', '5'), invoiceOf('D-4', '0.5%')]
  const checked = await run('invoices', [head, ...rows].join('\n'))
  expect(checked).toMatchObject({ state: 'checked', rows_new: 3, rows_refused: 1 })
  expect(await issuesOf(checked.id)).toEqual([[2, 'discount_percent', 'import_percent_or_part']])
})
