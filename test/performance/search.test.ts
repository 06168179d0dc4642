import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

const app = await createTestApp()
const owner = await createOrganization(app)

describe('one folding in the browser, the server and the database', () => {
  const words = [
    'أحمد',
    'إدارة',
    'آمال',
    'مؤسسة',
    'مصطفى',
    'شئون',
    'مسؤول',
    'مُحَمَّد',
    'كتــــاب',
    '٣٫٥',
    '۱۲۳',
    'ABC def',
    'ﷲ',
    'لا إله',
    'Ünïcode',
    '  two   spaces ',
    'ٱلرحمن',
    'سُورَة',
    'شرکة الکویتی للکہرباء',
    'ھدیۃ ے ۓ',
  ]
  test.each(words)('%s', async (word) => {
    const folded = await withSuperuser(
      app,
      async (client) => (await client.query('SELECT fold_text($1) AS folded', [word])).rows[0].folded,
    )
    expect(folded).toBe(normalizeForSearch(word))
  })
})

test.each([
  ['مؤسسة الراجحي للمقاولات', ['موسسه', 'الراجحى', 'المقاولات'.slice(2), 'مُؤَسَّسة', 'مؤســسة']],
  ['أحمد آل سعود', ['احمد', 'ال سعود', 'أَحْمَد']],
  ['شركة هيئة ٢٠٢٦', ['شركه', 'هييه', '2026', '٢٠٢٦']],
  ['کیان الہاشمی', ['كيان', 'الهاشمي', 'کیان الہاشمی']],
  ['شركة الكويتي للكهرباء', ['الکویتی', 'للکہرباء']],
  ['Café Müller Trading', ['café', 'TRADING', 'müller']],
])('%s is found however it is spelled', async (name, keywords) => {
  const { id } = expectOk(await owner.post('/customers', { ...(await bodies.customers(owner)), name, name_en: null }))
    .body.data
  const invoice = expectOk(await owner.post('/invoices', invoiceBody(owner, { customer_id: id }))).body.data
  for (const keyword of keywords) {
    const ids = async (path: string) =>
      expectOk(await owner.get(`${path}?keyword=${encodeURIComponent(keyword)}`)).body.data.map(
        (row: { id: number }) => row.id,
      )
    expect(await ids('/customers'), keyword).toContain(id)
    expect(await ids('/customers/list'), keyword).toContain(id)
    expect(await ids('/invoices'), keyword).toContain(invoice.id)
  }
})

test('from an index, below row security, among many rows and other tenants', async () => {
  const organization = Number(owner.token?.split('.')[0])
  await withSuperuser(app, async (client) => {
    await client.query(
      `INSERT INTO parties (organization_id, kind, name, type, status)
       SELECT $1, 'customer', 'عميل رقم ' || md5(n::text), 'company', 'active' FROM generate_series(1, 30000) AS n`,
      [organization],
    )
    await client.query('ANALYZE parties')
  })
  const client = new pg.Client(app.roles.app)
  await client.connect()
  try {
    await client.query(`BEGIN; SET LOCAL app.organization_id = ${organization}`)
    const { rows } = await client.query(
      `EXPLAIN SELECT id FROM parties WHERE organization_id = ${organization} AND kind = 'customer' AND search_text LIKE '%c4ca4238%'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('parties_search')
  } finally {
    await client.end()
  }
  const { data, meta } = expectOk(await owner.get('/customers?keyword=c4ca4238a0')).body
  expect([data.length, meta.total]).toEqual([1, 1])
})

test('an issued document is found by its number only, a draft by its draft name', async () => {
  const found = async (path: string, keyword: string) =>
    expectOk(await owner.get(`${path}?keyword=${encodeURIComponent(keyword)}`)).body.data.map(
      ({ id }: { id: number }) => id,
    )
  const { number: proposed } = expectOk(await owner.get('/invoices/next-number')).body.data
  const open = { invoice_number: proposed, proposed_number: proposed }
  const first = expectOk(await owner.post('/invoices', invoiceBody(owner, open))).body.data
  const second = expectOk(await owner.post('/invoices', invoiceBody(owner, open))).body.data
  expect(await found('/invoices', proposed)).toEqual([first.id])
  expect(await found('/invoices', second.invoice_number)).toEqual([second.id])
  const draft = expectOk(await owner.post('/invoices', invoiceBody(owner, { ...open, status: 'draft' }))).body.data
  expect(draft.invoice_number).toBe(`DRAFT-${draft.id}`)
  expect(await found('/invoices', draft.invoice_number)).toEqual([draft.id])
  expectOk(await owner.post(`/invoices/${draft.id}/confirm`, {}))
  expect(await found('/invoices', draft.invoice_number)).toEqual([])
  const typed = expectOk(
    await owner.post('/bills', { ...(await bodies.bills(owner)), bill_number: 'B/٧٧', status: 'draft' }),
  ).body.data
  expect(await found('/bills', 'b/77')).toEqual([typed.id])
})
