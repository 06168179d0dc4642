import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { runOf, undoOf } from './import-files.ts'

// Notes, counts and payments of another program, with its numbers.

let app: TestApp
let owner: Organization
const year = today().slice(0, 4)
const day = (text: string) => `${year}-${text}`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const { post } = callsOf(owner)
  await post(
    '/invoices',
    invoiceBody(owner, { invoice_number: 'OLD-1', invoice_date: day('02-01'), due_date: day('03-01') }),
  )
  await post('/bills', billBody(owner, { bill_number: 'B-9', bill_date: day('02-01'), due_date: day('03-01') }))
})
const run = (kind: string, rows: readonly string[], commit = true) =>
  runOf(owner, { kind, content: rows.join('\n'), commit })
const problems = async (id: number) =>
  (
    expectOk(await owner.get(`/imports/${id}/rows?outcome=refused`)).body.data as {
      issues: { column: string; code: string }[]
    }[]
  ).flatMap(({ issues }) => issues.map(({ column, code }) => `${column} ${code}`))

describe('credit notes of another program', () => {
  const heads = 'رقم الإشعار,التاريخ,رقم الفاتورة,تاريخ الفاتورة,العميل,السبب,الصنف,الكمية,السعر,الضريبة'
  test('name the row of an invoice by its product, keep their number, and come in again after an undo', async () => {
    const rows = [heads, `CN-77,${day('02-10')},OLD-1,,عميل,سعر خاطئ,S1,1,100,`]
    const done = await run('credit_notes', rows)
    expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed', rows_new: 1 })
    const [note] = expectOk(await owner.get('/credit-notes')).body.data
    expect(note).toMatchObject({ note_number: 'CN-77', total: 115 })
    expect((await run('credit_notes', rows, false)).rows_skipped).toBe(1)
    expect((await undoOf(owner, done.id)).status).toBe(200)
    expect(await run('credit_notes', rows)).toMatchObject({ state: 'committed', rows_new: 1 })
  })
  test('may be on an invoice that is not here, with its date and rows of their own', async () => {
    const rows = [heads, `CN-78,${day('02-11')},GONE-5,${day('01-05')},عميل,مرتجع,S1,2,50,15`]
    const done = await run('credit_notes', rows)
    expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed' })
    const notes = expectOk(await owner.get('/credit-notes')).body.data as { note_number: string }[]
    expect(notes.find(({ note_number }) => note_number === 'CN-78')).toMatchObject({
      total: 115,
      reference: { kind: 'external', number: 'GONE-5', date: day('01-05') },
    })
  })
  test('are refused on their cell where the invoice is not known', async () => {
    const done = await run('credit_notes', [heads, `CN-79,${day('02-11')},GONE-6,,عميل,مرتجع,S1,2,50,15`], false)
    expect(await problems(done.id)).toEqual(['document_number unknown_reference'])
  })
})

test('a number of our own series stays, and the next one of ours follows it', async () => {
  const number = `INV-${year}-000500`
  const done = await run('invoices', [
    'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر',
    `${number},${day('02-12')},عميل,S1,1,10`,
  ])
  expect(done).toMatchObject({ state: 'committed' })
  const found = expectOk(await owner.get(`/invoices?keyword=${number}`)).body.data
  expect(found).toMatchObject([{ invoice_number: number }])
  expect(expectOk(await owner.get('/invoices/next-number')).body.data.number).toBe(`INV-${year}-000501`)
})

test('two payments of one invoice in one file leave the totals of the lists exact', async () => {
  const done = await run('income_payments', [
    'رقم السند,التاريخ,العميل,طريقة الدفع,المبلغ,رقم الفاتورة',
    `R-1,${day('02-20')},عميل,نقدي,100,OLD-1`,
    `R-2,${day('02-21')},عميل,نقدي,200,OLD-1`,
  ])
  expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed', rows_new: 2 })
  expect((await undoOf(owner, done.id)).status).toBe(200)
})

test('an adjustment of the stock says what was counted, or by how much it differed', async () => {
  const heads = 'رقم الجرد,تاريخ الجرد,الصنف,الكمية المعدودة,الفرق'
  const done = await run('stock_counts', [heads, `A-1,${today()},G1,,-3`])
  expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed' })
  const [count] = expectOk(await owner.get('/inventory/counts')).body.data
  expect(count).toMatchObject({ number: 'A-1', value: -180 })
  const missing = await run('stock_counts', [heads, `A-2,${today()},G1,,`], false)
  expect(await problems(missing.id)).toEqual(['counted required'])
})

test('a receipt that is used later names the documents it settled', async () => {
  const heads = 'التاريخ,نوع المصدر,رقم المصدر,العميل,المورد,رقم الفاتورة,المبلغ'
  await run('income_payments', ['رقم السند,التاريخ,العميل,طريقة الدفع,المبلغ', `R-9,${day('02-22')},عميل,نقدي,300`])
  const done = await run('allocations', [heads, `${day('02-23')},سند,R-9,عميل,,OLD-1,120`])
  expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed' })
  const none = await run('allocations', [heads, `${day('02-23')},سند,R-8,عميل,,OLD-1,120`], false)
  expect(await problems(none.id)).toEqual(['source_number unknown_reference'])
  expect((await undoOf(owner, done.id)).status).toBe(200)
})

test('an import of reversals reverses a write-off on its later day, and is not undone alone', async () => {
  const number = 'REV-1'
  const { post } = callsOf(owner)
  const invoice = await post(
    '/invoices',
    invoiceBody(owner, { invoice_number: number, invoice_date: day('02-01'), due_date: day('03-01') }),
  )
  const given = { write_off_date: day('02-20'), amount: 1150, reason: 'تعذر التحصيل' }
  await post(`/invoices/${invoice.id}/write-off`, given)
  const heads = 'تاريخ العكس,نوع المعكوس,العميل,رقم الفاتورة,تاريخ المعكوس,المبلغ'
  const wrong = await run('reversals', [heads, `${day('03-20')},شطب,عميل,${number},${day('02-21')},1150`], false)
  expect(await problems(wrong.id)).toEqual(['made_on unknown_reference'])
  const done = await run('reversals', [heads, `${day('03-20')},شطب,عميل,${number},${day('02-20')},1150`])
  expect(done, JSON.stringify(await problems(done.id))).toMatchObject({ state: 'committed', rows_new: 1 })
  expect((await owner.get(`/invoices/${invoice.id}`)).body.data).toMatchObject({
    remainingAmount: 1150,
    write_offs: [],
  })
  expect((await owner.post(`/imports/${done.id}/undo`)).headers.refusal).toBe('import_not_undone_alone')
})
