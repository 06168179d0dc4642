import { parse } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { bodies, journalBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

let app: TestApp
let owner: Organization
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '=HYPERLINK("http://x","y")']
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  for (const name of formulas)
    expectOk(await owner.post('/customers', { ...(await bodies.customers(owner)), name, name_en: null }))
  for (let count = 0; count < 12; count++) expectOk(await owner.post('/invoices', invoiceBody(owner)))
})
const raw = async (path: string, language: 'ar' | 'en' = 'ar') => {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${owner.token}`, 'accept-language': language },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}

test('CSV has a BOM, Arabic heads, every filtered row and no formula', async () => {
  const reply = await raw('/customers/export?format=csv')
  expect(reply.headers['content-disposition']).toMatch(/attachment; filename="customer-\d{4}-\d\d-\d\d\.csv"/)
  expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const [head, ...lines] = reply.body.slice(1).trim().split('\n')
  expect(head).toMatch(/[\u0600-\u06ff]/)
  expect(lines).toHaveLength(formulas.length + 1)
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+\-@＝＋－＠]/)
  // The page that the screen shows does not narrow the file.
  const paged = await raw('/customers/export?format=csv&page=2&per_page=5')
  expect(paged.body).toBe(reply.body)
  const found = await raw('/customers/export?keyword=HYPERLINK')
  expect(found.body.trim().split('\n')).toHaveLength(2)
})

test('XLSX contains figures as numbers and text as text, right to left in Arabic', async () => {
  const reply = await raw('/invoices/export?format=xlsx&status=confirmed')
  expect(parse(/filename="(.*)"/.exec(String(reply.headers['content-disposition']))?.[1] ?? '').ext).toBe('.xlsx')
  const book = await readXlsx(reply.rawPayload)
  const [sheet] = book.sheets
  expect(sheet?.rows).toHaveLength(13)
  expect(sheet?.rows[1]).toContain(1150)
  expect(sheet?.view?.rightToLeft).toBe(true)
  const names = await readXlsx((await raw('/customers/export?format=xlsx', 'en')).rawPayload)
  expect(names.sheets[0]?.rows.flat()).toContain('=1+1')
  expect(names.sheets[0]?.view?.rightToLeft ?? false).toBe(false)
})

test('a workbook folds the rows below another one, as the levels of the report', async () => {
  const path = '/reports/trial-balance/export?format=xlsx'
  const [sheet] = (await readXlsx((await raw(path)).rawPayload)).sheets
  const { rows } = expectOk(await owner.get(path.replace('/export?format=xlsx', ''))).body.data as Sheet
  const levels = rows.map(({ level }) => level)
  expect(Math.max(...levels)).toBeGreaterThan(1)
  const top = sheet?.freezePane?.rows ?? 0
  expect(levels.map((_, line) => (sheet?.rowDefs?.get(line + top)?.outlineLevel ?? 0) + 1)).toEqual(levels)
})

test('a workbook adds up its totals by formulas, and counts no parent twice', async () => {
  const book = await readXlsx((await raw('/reports/trial-balance/export?format=xlsx')).rawPayload, { readStyles: true })
  const [sheet] = book.sheets
  const formulas = [...(sheet?.cells ?? [])].flatMap(([at, { formula, formulaResult }]) =>
    formula ? [{ at, formula, formulaResult }] : [],
  )
  const top = sheet?.freezePane?.rows ?? 0
  const figure = (row: number, column: number) => Number(sheet?.rows[row]?.[column] ?? 0)
  const isSum = new Set(formulas.map(({ at }) => at))
  for (const { at, formula } of formulas) {
    const [, letter = '', from = '', to = ''] = /^SUBTOTAL\(9,([A-Z])(\d+):[A-Z](\d+)\)$/.exec(formula) ?? []
    const column = letter.charCodeAt(0) - 65
    let added = 0
    for (let row = Number(from) - 1; row < Number(to); row++)
      if (!isSum.has(`${row},${column}`)) added += figure(row, column)
    expect(at.split(',')[1]).toBe(String(column))
    expect(added).toBeCloseTo(figure(Number(at.split(',')[0]), column), 2)
  }
  // Parents and the total row have one in each column that has figures.
  const total = (sheet?.rows.length ?? 0) - 3
  expect(formulas.some(({ at }) => at.startsWith(`${total},`))).toBe(true)
  expect(formulas.some(({ at }) => at.startsWith(`${top},`))).toBe(true)
})

test('a report as a workbook: days are days, figures have their format, totals stand out, its ageing is a sheet', async () => {
  const reply = await raw(`/reports/customer-statement/export?format=xlsx&customer_id=${owner.ids.customer}`)
  const book = await readXlsx(reply.rawPayload, { readStyles: true })
  expect(book.sheets.map(({ name }) => name)).toEqual(['كشف حساب عميل', 'أعمار الرصيد'])
  const [sheet] = book.sheets
  expect(sheet?.view?.rightToLeft).toBe(true)
  // The report's organization, party, range and currency, then the table.
  const lead = sheet?.rows.findIndex((row) => row.every((cell) => cell === null)) ?? 0
  const above = sheet?.rows.slice(0, lead).flat() ?? []
  expect(above[0]).toMatch(/[\u0600-\u06ff]|[a-z]/i)
  expect(above).toContain('كشف حساب عميل')
  expect(above).toContain(`${today().slice(0, 4)}-01-01 – ${today()}`)
  expect(above).toContain('العملة: ريال سعودي')
  const table = sheet?.rows.slice(lead + 1) ?? []
  expect(table[0]).toEqual(['التاريخ', 'المستند', 'الاستحقاق', 'مدين', 'دائن', 'الرصيد', 'المتبقي'])
  expect(table[2]?.[0]).toBeInstanceOf(Date)
  expect(table[2]?.[3]).toBe(1150)
  const last = (sheet?.rows.length ?? 0) - 1
  const signed = '#,##0.00_);(#,##0.00)'
  expect(sheet?.cells?.get(`${last},5`)?.style).toMatchObject({ font: { bold: true }, numFmt: signed })
  expect(sheet?.cells?.get(`${lead + 3},3`)?.style?.numFmt).toBe(signed)
  expect(book.sheets[1]?.rows.at(-1)?.at(-1)).toBe(13_800)
})

test.each([
  ['ar', /^أرقام القيود متصلة من 1 إلى \d+ دون فجوات\.$/, /^الفرق بين المدين والدائن 0\.00$/],
  ['en', /^Entry numbers run from 1 to \d+ without a gap\.$/, /^Difference between debit and credit 0\.00$/],
] as const)(
  'what is below a report is below it in its workbook, and in no CSV: %s',
  async (language, note, difference) => {
    const days = `from=${today().slice(0, 4)}-01-01&to=${today()}`
    for (const [report, said] of [
      ['journal', note],
      ['trial-balance', difference],
    ] as const) {
      const { rawPayload } = await raw(`/reports/${report}/export?format=xlsx&${days}`, language)
      const rows = (await readXlsx(rawPayload)).sheets[0]?.rows ?? []
      expect(rows.at(-1)?.[0]).toMatch(said)
      expect(rows.slice(-3).some((row) => row.every((cell) => cell === null))).toBe(true)
      const csv = await raw(`/reports/${report}/export?format=csv&${days}`, language)
      expect(csv.body.trim().split('\n').at(-1)).not.toMatch(said)
    }
  },
)

test('a reversal names its original entry and reason in the journal, in a statement and in a file', async () => {
  const entered = async () => idOf(owner.post('/accounting/journal-entries', await journalBody(owner)))
  const [plain, explained] = [await entered(), await entered()]
  expectOk(await owner.remove(`/accounting/journal-entries/${plain}`))
  const said = { date: today(), reason: 'قُيد مرتين', version: 1 }
  expectOk(await owner.post(`/accounting/journal-entries/${explained}/reverse`, said))
  const { rows } = expectOk(await owner.get('/reports/journal?kind=manual')).body.data as Sheet
  const heads = rows.filter(({ style }) => style === 'group')
  const [first, second, ...reversals] = heads.map(({ texts }) => texts)
  expect(reversals.map(({ description }) => description)).toMatchObject([
    { word: 'lines.reversal_of', code: first?.entry_number },
    { word: 'lines.reversal_of', code: second?.entry_number, name: 'قُيد مرتين' },
  ])
  const { lines } = (await journalBody(owner)) as { lines: { account_id: number }[] }
  const statement = expectOk(await owner.get(`/reports/account-statement?account_id=${lines[0]?.account_id}`)).body.data
  expect((statement as Sheet).rows.map(({ texts }) => texts.description)).toContainEqual(reversals[1]?.description)
  const { body } = await raw('/reports/journal/export?kind=manual', 'ar')
  expect(body).toContain(`عكس القيد ${second?.entry_number} · قُيد مرتين`)
})

test('the name of a sheet is not cut within a word', async () => {
  // Two cash accounts have their own sheet.
  const accounts = expectOk(await owner.get('/accounting/accounts/list?purpose=cash')).body.data as { id: number }[]
  const lines = [
    { account_id: accounts[0]?.id, debit: '5', credit: '0' },
    { account_id: accounts[1]?.id, debit: '0', credit: '5' },
  ]
  expectOk(await owner.post('/accounting/journal-entries', await journalBody(owner, { lines })))
  const { rawPayload } = await raw('/reports/cash-flow/export?format=xlsx', 'en')
  const names = (await readXlsx(rawPayload)).sheets.map(({ name }) => name)
  expect(names).toEqual(['Cash flow statement', 'Cash and cash equivalents by'])
})

test('a workbook repeats its heads in print through a quoted name, as Excel requires', async () => {
  for (const language of ['ar', 'en'] as const) {
    const { rawPayload } = await raw('/reports/trial-balance/export?format=xlsx', language)
    const ranges = /<definedName [^>]*>([^<]*)</.exec(unzipped(rawPayload, 'xl/workbook.xml'))
    expect(ranges?.[1]).toMatch(/^'[^']+ [^']+'!\$\d+:\$\d+$/)
  }
})

test('codes and dates are aligned with the text of the sheet', async () => {
  for (const [language, start] of [
    ['ar', 'right'],
    ['en', 'left'],
  ] as const) {
    const { rawPayload } = await raw('/reports/vat-return/export?format=xlsx', language)
    const [sheet] = (await readXlsx(rawPayload, { readStyles: true })).sheets
    const at = (text: RegExp, column: number) => {
      const row = sheet?.rows.findIndex((cells) => text.test(String(cells[column] ?? ''))) ?? -1
      return sheet?.cells?.get(`${row},${column}`)?.style?.alignment
    }
    expect(at(/^\d{4}-\d\d-\d\d – /, 0), language).toMatchObject({ horizontal: start })
    expect(at(/^6$/, 0), language).toMatchObject({ horizontal: start })
    expect(at(/^(مبلغ الضريبة|VAT amount)$/, 4), language).toMatchObject({ horizontal: 'right' })
    if (language === 'ar') expect(at(/^1$/, 0)).toMatchObject({ horizontal: 'right' })
  }
})

/** One file of an archive, by the directory at its end. */
function unzipped(archive: Buffer, name: string): string {
  const entry = archive.lastIndexOf(name) - 46
  const start = archive.readUInt32LE(entry + 42)
  const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28)
  return inflateRawSync(archive.subarray(data, data + archive.readUInt32LE(entry + 20))).toString()
}

test.each([
  '/suppliers',
  '/products',
  '/bills',
  '/accounting/income-payments',
  '/accounting/expense-payments',
  '/accounting/journal-entries',
])('%s is exported in both formats', async (path) => {
  for (const format of ['csv', 'xlsx'])
    expect((await raw(`${path}/export?format=${format}`)).rawPayload.length).toBeGreaterThan(10)
})

test('seeing a list is not yet taking it away', async () => {
  const clerk = await clientWith(app, owner, ['list-customer', 'list-invoice'])
  expect((await clerk.get('/customers/export')).status).toBe(403)
  expect((await clerk.get('/invoices/export')).status).toBe(403)
  expect((await owner.get('/customers/export?format=exe')).body.errors).toHaveProperty('format')
})

test('amounts have the decimals of their currency, in CSV as text and in XLSX as a format', async () => {
  const kuwaiti = (await owner.get('/currencies/list')).body.data.find(({ code }: { code: string }) => code === 'KWD')
  expectOk(await owner.post(`/currencies/${kuwaiti.id}/rate`, { rate: '12.21' }))
  const item = { product_id: owner.ids.service, tax_rate: 15 }
  const foreign = { currency_id: kuwaiti.id, items: [{ ...item, quantity: 3, price: '12.345' }] }
  expectOk(await owner.post('/invoices', invoiceBody(owner, foreign)))
  const halves = invoiceBody(owner, { items: [{ ...item, quantity: 1, price: '582500.7' }] })
  const { invoice_number } = expectOk(await owner.post('/invoices', halves)).body.data
  const lines = (await raw('/invoices/export?format=csv')).body.trim().split('\n')
  expect(lines.find((line) => line.endsWith('KWD'))).toContain(',37.035,5.555,42.590,0.000,42.590,')
  expect(lines.find((line) => line.startsWith(invoice_number))).toContain(',582500.70,87375.11,669875.81,0.00,')
  const book = await readXlsx((await raw('/invoices/export?format=xlsx')).rawPayload, { readStyles: true })
  const [sheet] = book.sheets
  const at = sheet?.rows.findIndex((row) => row.includes(42.59)) ?? 0
  expect(sheet?.cells?.get(`${at},7`)?.style?.numFmt).toBe('#,##0.000_);(#,##0.000)')
  const report = (await raw('/reports/trial-balance/export?format=csv')).body
  expect(report).toMatch(/,669875\.81|,\d+\.\d0(,|$)/m)
  expect(report).not.toMatch(/\d\.\d(,|$)|,[1-9]\d*(,|$)/m)
  // Below zero a figure is a figure and no formula.
  const profit = (await raw('/reports/cash-flow/export?format=csv')).body
  expect(profit).toMatch(/,-\d+\.\d\d(,|$)/m)
  expect(profit).not.toMatch(/'-/)
})

test('a moment is exported as its day in Riyadh', async () => {
  const id = await idOf(owner.post('/suppliers', { ...(await bodies.suppliers(owner)), name: 'مورد الليل' }))
  await withSuperuser(app, (client) =>
    client.query("UPDATE parties SET created_at = '2026-03-31T21:00:00Z' WHERE id = $1", [id]),
  )
  const { body } = await raw(`/suppliers/export?format=csv&keyword=${encodeURIComponent('الليل')}`)
  expect(body).toContain('2026-04-01')
})
