import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, type Organization } from '../harness/organization.ts'
import { importFile, importOf, type Run, runOf, undoOf } from './import-files.ts'
import { windows1256 } from './table-files.ts'

// Imported rows follow the rules of the calls, all or nothing, and can be exported again. The invariants run after the
// file.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  owner = await createOrganization(app)
})

const customers = (...rows: string[]) => ['اسم العميل,البريد الإلكتروني,الرقم الضريبي,الجوال', ...rows].join('\n')
const all = async (path: string) =>
  (await owner.get(`${path}?per_page=100`)).body.data as { id: number; name: string }[]
const run = (kind: string, content: string | Buffer, change: Partial<Run> = {}) =>
  runOf(owner, { kind, content, ...change })

describe('an import', () => {
  test('guesses the columns by their Arabic heads', async () => {
    const { mapping } = await importOf(
      owner,
      'customers',
      customers('شركة النور,a@example.sa,310000000000003,0501234567'),
    )
    const sources = Object.fromEntries(
      mapping.map((one: { column: string; source: number }) => [one.column, one.source]),
    )
    expect(sources).toMatchObject({ name: 0, email: 1, tax_number: 2, mobile: 3, phone: -1 })
  })
  test('a dry run writes nothing and names each reason on its cell', async () => {
    const before = await all('/customers')
    const checked = await run(
      'customers',
      customers('شركة النور,a@example.sa,,', 'شركة الفجر,not an address,,', ',b@example.sa,,'),
      { commit: false },
    )
    expect(checked).toMatchObject({ state: 'checked', rows_total: 3, rows_new: 1, rows_refused: 2 })
    const { body } = await owner.get(`/imports/${checked.id}/rows?outcome=refused`)
    expect(body.data).toMatchObject([
      { row_number: 3, issues: [{ column: 'email', source: 1, code: 'invalid_email' }] },
      { row_number: 4, issues: [{ column: 'name', source: 0, code: 'required' }] },
    ])
    expect(await all('/customers')).toEqual(before)
  })
  test('writes no row when one is refused, and all of them when it is corrected', async () => {
    const before = await all('/customers')
    const refused = await run('customers', customers('شركة النور,a@example.sa,,', 'شركة الفجر,,,'))
    expect(refused).toMatchObject({ state: 'checked', rows_refused: 1 })
    expect(await all('/customers')).toEqual(before)
    const cells = ['شركة الفجر', 'fajr@example.sa', '', '']
    expectOk(await owner.post(`/imports/${refused.id}/rows/3`, { cells }))
    const done = expectOk(await owner.post(`/imports/${refused.id}/commit`)).body.data
    expect(done).toMatchObject({ state: 'committed', rows_new: 2, rows_refused: 0 })
    expect(await all('/customers')).toHaveLength(before.length + 2)
  })
  test('can be undone until another record depends on it', async () => {
    const before = await all('/customers')
    const first = await run('customers', customers('شركة النور,a@example.sa,,'))
    expect(await undoOf(owner, first.id)).toMatchObject({ status: 200, body: { data: { state: 'undone' } } })
    expect(await all('/customers')).toEqual(before)
    const second = await run('customers', customers('شركة النور,a@example.sa,,', 'شركة الفجر,f@example.sa,,'))
    const made = (await all('/customers')).find(({ name }) => name === 'شركة النور')
    expectOk(await owner.post('/invoices', invoiceBody(owner, { customer_id: made?.id })))
    const reply = await undoOf(owner, second.id)
    expect(reply.status).toBe(422)
    expect(reply.body.message).toContain('شركة النور')
    expect(await all('/customers')).toHaveLength(before.length + 2)
  })
  test('is not undone while one of its records was edited since, and says which', async () => {
    const made = await run('customers', customers('شركة الورد,w@example.sa,,', 'شركة الياسمين,j@example.sa,,'))
    const one = (await all('/customers')).find(({ name }) => name === 'شركة الورد') as { id: number }
    const { version, ...record } = (await owner.get(`/customers/${one.id}`)).body.data
    expectOk(await owner.post(`/customers/${one.id}`, { ...record, version, mobile: '0507654321' }))
    const reply = await undoOf(owner, made.id)
    expect(reply.body).toMatchObject({ code: 'import_edited_since' })
    expect(reply.body.message).toContain('شركة الورد')
    expect(reply.body.message).not.toContain('شركة الياسمين')
    expect((await owner.get(`/customers/${one.id}`)).body.data.mobile).toBe('0507654321')
  })
  test('the same VAT number or folded name is skipped, merged or refused as asked', async () => {
    await run('customers', customers('شركة الأفق,old@example.sa,310000000000003,'))
    const bare = customers(
      'شـركة الأفق,other@example.sa,,',
      'شركة السيف,s@example.sa,,',
      'شـركـة السيف,s@example.sa,310000000000103,',
    )
    expect(await run('customers', bare)).toMatchObject({ state: 'committed', rows_skipped: 2, rows_new: 1 })
    const again = customers('مؤسسة أخرى الاسم,new@example.sa,310000000000003,0501112223')
    expect(await run('customers', again)).toMatchObject({ state: 'committed', rows_skipped: 1, rows_new: 0 })
    const merged = await run('customers', again, { duplicates: 'merge' })
    expect(merged).toMatchObject({ state: 'committed', rows_changed: 1 })
    const [one] = (await owner.get('/customers?keyword=new@example.sa')).body.data
    expect(one).toMatchObject({ name: 'مؤسسة أخرى الاسم', type: 'company', mobile: '0501112223' })
    expectOk(await undoOf(owner, merged.id))
    expect((await owner.get('/customers?keyword=old@example.sa')).body.data).toMatchObject([{ name: 'شركة الأفق' }])
    expect(await run('customers', again, { duplicates: 'refuse' })).toMatchObject({ state: 'checked', rows_refused: 1 })
  })
  test('a record twice in one file is one record', async () => {
    const twice = customers('شركة الأمل,a@example.sa,,', 'شركة الامل,a@example.sa,,')
    expect(await run('customers', twice)).toMatchObject({ rows_new: 1, rows_skipped: 1 })
  })
  test('a mapping is remembered for files of the same heads', async () => {
    const odd = 'A1,B1\nشركة النور,a@example.sa'
    const first = await importOf(owner, 'customers', odd)
    const mapping = [
      { column: 'name', source: 0 },
      { column: 'email', source: 1 },
    ]
    expectOk(await owner.post(`/imports/${first.id}/mapping`, { mapping }))
    const second = await importOf(owner, 'customers', odd)
    expect(second).toMatchObject({ is_remembered: true })
    expect(second.mapping).toEqual(expect.arrayContaining([{ column: 'email', source: 1, fixed: null }]))
  })
  test.each([
    [
      'UTF-16 with tabs',
      Buffer.from(`\ufeff${customers('شركة النور,a@example.sa,,').replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['Windows-1256 with semicolons', windows1256(customers('شركة النور,a@example.sa,,').replaceAll(',', ';'))],
  ])('reads %s', async (_, content) => {
    expect(await run('customers', content)).toMatchObject({ state: 'committed', rows_new: 1 })
    expect((await all('/customers')).map(({ name }) => name)).toContain('شركة النور')
  })
  test('a template is read back as it is', async () => {
    for (const kind of ['customers', 'suppliers', 'accounts', 'cost_centers']) {
      for (const format of ['csv', 'xlsx']) {
        const { payload } = await fileOf(`/imports/template?kind=${kind}&format=${format}`)
        expect(await run(kind, payload, { commit: false })).toMatchObject({
          rows_total: 1,
          rows_new: 1,
          rows_refused: 0,
        })
      }
    }
  })
  test('a file that is not a table is refused with a message', async () => {
    const reply = await importFile(owner, 'customers', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]))
    expect(reply).toMatchObject({ status: 422, body: { errors: { import_file: expect.stringContaining('CSV') } } })
    expect((await importFile(owner, 'customers', Buffer.from('name,email'))).status).toBe(422)
  })
  test('needs the permission to create what it makes', async () => {
    const reply = await importFile(
      { ...owner, ...app.visitor(null) },
      'customers',
      Buffer.from(customers('x,a@b.sa,,')),
    )
    expect(reply.status).toBe(401)
  })
})

describe('products', () => {
  const products = (...rows: string[]) => ['رمز الصنف;اسم الصنف;النوع;التصنيف;الوحدة;سعر البيع', ...rows].join('\n')
  test("figures are read in the file's format, and categories and units created by the import are undone with it", async () => {
    const content = products('A-1;كرسي;منتج;أثاث;حبة;1.250,50', 'A-2;تركيب;خدمة;خدمات;طلبية;٧٥,٥')
    const unknown = await run('products', content)
    expect(unknown).toMatchObject({ rows_refused: 2, options: { decimal_mark: ',' } })
    const done = await run('products', content, { create_missing: true })
    expect(done).toMatchObject({ state: 'committed', rows_new: 2 })
    const made = (await owner.get('/products?per_page=100')).body.data
    expect(made).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'A-1', sale_price: 1250.5 }),
        expect.objectContaining({ code: 'A-2', sale_price: 75.5 }),
      ]),
    )
    expectOk(await undoOf(owner, done.id))
    expect((await owner.get('/products?per_page=100')).body.data).toHaveLength(2)
    expect((await owner.get('/units?keyword=طلبية')).body.data).toEqual([])
  })
})

describe('accounts', () => {
  test('parents are created before their children, and a parent without a type is a main account', async () => {
    const content =
      'رقم الحساب,اسم الحساب,الحساب الأب\n110900,بنوك أخرى,1101\n11090001,بنك الرياض,110900\n11090002,بنك البلاد,بنوك أخرى'
    const done = await run('accounts', content)
    expect(done).toMatchObject({ state: 'committed', rows_new: 3 })
    const listed = (await owner.get('/accounting/accounts/list')).body.data
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ number: '110900', type: 'main' }),
        expect.objectContaining({ number: '11090002', type: 'sub' }),
      ]),
    )
    expectOk(await undoOf(owner, done.id))
    expect((await owner.get('/accounting/accounts/list')).body.data).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ number: '110900' })]),
    )
  })
})

async function fileOf(path: string) {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  return { payload: reply.rawPayload }
}
