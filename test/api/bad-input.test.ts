import { describe, expect, test } from 'vitest'
import { type Client, createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, paymentBody, today } from '../harness/organization.ts'

// Bad input is answered with 422, the field's name and a message, and nothing is written.

const app = await createTestApp()
const owner = await createOrganization(app)

const item = (change: object) => [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 15, ...change }]
async function refused(client: Client, path: string, body: unknown, field: string) {
  const before = (await owner.get('/invoices')).body.meta.total
  const reply = await client.post(path, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(422)
  expect(Object.keys(reply.body.errors)).toContain(field)
  expect(reply.body.message).toEqual(expect.any(String))
  expect((await owner.get('/invoices')).body.meta.total).toBe(before)
  return reply.body
}

test('refuses an entry of one line with the number of its lines', async () => {
  const entry = await journalBody(owner)
  const body = { ...entry, lines: (entry.lines as object[]).slice(0, 1) }
  const words = async (language: 'ar' | 'en') =>
    (await owner.ask('POST', '/accounting/journal-entries', { body, language })).body.errors.lines
  expect(await words('en')).toBe('An entry has at least two lines')
  expect(await words('ar')).toBe('القيد سطران على الأقل')
})

test('a number is the same in any digits and with pasted characters around it', async () => {
  const { customer } = owner.ids
  const arabic = String(customer).replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
  const { id } = expectOk(await owner.post('/invoices', invoiceBody(owner, { customer_id: ` ${arabic} ` }))).body.data
  expect((await owner.get(`/invoices/${id}`)).body.data.customer.id).toBe(customer)
  const found = await owner.get(`/invoices?customer_id=${encodeURIComponent(arabic)}`)
  expect(expectOk(found).body.data.map((row: { id: number }) => row.id)).toContain(id)
  const party = {
    ...(await bodies.customers(owner)),
    tax_number: '\u200e٣١٠١ 2239 3500 003 ',
    mobile: '٠٥٠ ١٢٣ ٤٥٦٧\u200f',
  }
  const stored = expectOk(await owner.post('/customers', party)).body.data
  expect(stored).toMatchObject({ tax_number: '310122393500003', mobile: '050 123 4567' })
  const { data } = expectOk(await owner.get(`/customers?keyword=${encodeURIComponent('٣١٠١٢٢٣٩')}`)).body
  expect(data.map((row: { id: number }) => row.id)).toEqual([stored.id])
})

describe('figures', () => {
  test.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '1e16',
    '1e3',
    '0x10',
    '1_000',
    '1,5',
    '1.2.3',
    'abc',
    '',
    ' ',
    null,
    [],
    {},
    true,
    '10000000000000',
    '0',
    0,
    -1,
    '-0.5',
    '1.1234567',
  ])(
    'quantity %j is refused',
    async (quantity) =>
      void (await refused(owner, '/invoices', invoiceBody(owner, { items: item({ quantity }) }), 'items.0.quantity')),
  )
  test.each([-1, '-0.01', 'NaN', '1e16', '1e400', '1,5', null, [1], '999999999999999'])(
    'price %j is refused',
    async (price) => {
      await refused(owner, '/invoices', invoiceBody(owner, { items: item({ price }) }), 'items.0.price')
    },
  )
  test.each([
    ['٣٫٥', 3.5],
    ['۱۲', 12],
    ['1,150.00', 1150],
    ['١٬١٥٠٫٥', 1150.5],
    ['2.50', 2.5],
    [7, 7],
  ])('quantity %s is %s', async (quantity, meant) => {
    const { data } = expectOk(await owner.post('/invoices', invoiceBody(owner, { items: item({ quantity }) }))).body
    expect(data.items[0].quantity).toBe(meant)
  })
  test('a price with more digits than a response can carry is refused with a clear message', async () => {
    expectOk(await owner.post('/invoices', invoiceBody(owner, { items: item({ price: '123456789.123456' }) })))
    const dearest = await owner.post('/invoices', invoiceBody(owner, { items: item({ price: '999999999999.99' }) }))
    expect(expectOk(dearest).body.data.total).toBe(1149999999999.99)
    for (const price of ['12345678901.123456', '10000000000000']) {
      const body = invoiceBody(owner, { items: item({ price }) })
      const { errors } = await refused(owner, '/invoices', body, 'items.0.price')
      expect(errors['items.0.price']).toMatch(/allowed range/)
    }
  })
  test('no amount of an entry is finer than its currency', async () => {
    const entry = { journal_number: 'J-FINE', journal_date: today(), branch_id: owner.ids.branch }
    const accounts = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const account = (number: string) => accounts.find((one) => one.number === number)?.id
    const lines = [
      { account_id: account('520201'), debit: '1.005', credit: '' },
      { account_id: account('110101'), debit: '', credit: '1.005' },
    ]
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    for (const currency_id of [1, 3])
      await refused(owner, '/accounting/journal-entries', { ...entry, currency_id, lines }, 'lines.0.debit')
  })
  test('no payment, refund, write-off, credit or set-off has more decimals than its currency', async () => {
    const pays = '/accounting/income-payments'
    const id = await idOf(owner.post('/invoices', invoiceBody(owner)))
    const references = [{ reference_id: id, amount: '1.005' }]
    await refused(owner, pays, paymentBody(owner, { amount: '10.005' }), 'amount')
    await refused(owner, pays, paymentBody(owner, { amount: 10, fee: '1.005' }), 'fee')
    await refused(owner, pays, paymentBody(owner, { amount: 10, references }), 'references.0.amount')
    const receipt = await idOf(owner.post(pays, paymentBody(owner, { amount: 10 })))
    await refused(owner, `${pays}/${receipt}/allocate`, { references }, 'references.0.amount')
    const refund = { refund_date: today(), amount: '1.005', payment_method_id: owner.ids.method }
    await refused(owner, `${pays}/${receipt}/refund`, refund, 'amount')
    const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: '1.005' }] }
    await refused(owner, `/invoices/${id}/credit-note`, note, 'lines.0.amount')
    const writeOff = { write_off_date: today(), amount: '1.005', reason: 'تعذر' }
    await refused(owner, `/invoices/${id}/write-off`, writeOff, 'amount')
    const bill = await idOf(owner.post('/bills', billBody(owner)))
    const setOff = {
      set_off_date: today(),
      customer_id: owner.ids.customer,
      supplier_id: owner.ids.supplier,
      branch_id: owner.ids.branch,
      currency_id: 1,
      receivables: references,
      payables: [{ reference_id: bill, amount: '1.005' }],
    }
    await refused(owner, '/accounting/set-offs', setOff, 'receivables.0.amount')
    const opening = { opening_date: today(), branch_id: owner.ids.branch }
    const item = { customer_id: owner.ids.customer, due_date: today(), currency_id: 1, amount: '1.005' }
    await refused(owner, '/accounting/opening', { ...opening, receivables: [item] }, 'receivables.0.amount')
    const accounts = (await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
    const [bank, costs] = ['110103', '520213'].map((number) => accounts.find((one) => one.number === number)?.id)
    const lines = [
      { account_id: bank, debit: 1, credit: '' },
      { account_id: bank, debit: '', credit: '1.005' },
    ]
    await refused(owner, '/accounting/opening', { ...opening, lines }, 'lines.1.credit')
    const foreign = [{ account_id: bank, debit: 1, credit: '', currency_id: 3, amount_currency: '1.005' }]
    await refused(owner, '/accounting/opening', { ...opening, lines: foreign }, 'lines.0.amount_currency')
    expectOk(await owner.post('/accounting/opening', { ...opening, lines: lines.slice(0, 1) }))
    await refused(owner, '/accounting/opening/clear', { date: today(), capital: '0.005' }, 'capital')
    const correction = { adjustment_date: today(), direction: 'increase', amount: '1.005', reason: 'تصحيح' }
    const against = { account_id: costs, branch_id: owner.ids.branch }
    await refused(owner, '/vat-adjustments', { ...correction, ...against }, 'amount')
    const charged = [{ product_id: owner.ids.service, quantity: 1, price: 400, tax_rate: 15 }]
    const advance_id = await idOf(owner.post('/advance-invoices', invoiceBody(owner, { items: charged })))
    const advances = [{ advance_id, amount: '1.005' }]
    await refused(owner, '/invoices', invoiceBody(owner, { advances }), 'advances.0.amount')
  })
  test('the total of a document is bounded', async () => {
    await refused(
      owner,
      '/invoices',
      invoiceBody(owner, { items: item({ quantity: 999999999, price: 999999999999 }) }),
      'items',
    )
  })
})

describe('what inputs within their bounds come to', () => {
  const tooLarge = async (path: string, body: unknown) => {
    for (const [language, words] of [
      ['ar', 'الإجمالي أكبر من المسموح'],
      ['en', 'The total is too large'],
    ] as const) {
      const reply = await owner.ask('POST', path, { body, language })
      expect(reply, path).toMatchObject({ status: 422, body: { message: words } })
    }
  }
  const product = (change: object) => ({
    name: 'صنف',
    code: 'LARGE',
    status: 'active',
    apply_tax: true,
    product_type_id: 1,
    product_category_id: owner.ids.category,
    unit_id: owner.ids.unit,
    sale_price: '1',
    purchase_price: '1',
    ...change,
  })
  test('a total above the maximum is refused with a message, wherever it is computed', async () => {
    await tooLarge('/products', product({ quantity: '999999999', purchase_price: '9999999999999.99' }))
    const kuwaiti = (await owner.get('/currencies/list')).body.data.find(({ code }: { code: string }) => code === 'KWD')
    expectOk(await owner.post(`/currencies/${kuwaiti.id}/rate`, { rate: '12.21' }))
    const currency_id = kuwaiti.id
    await tooLarge('/accounting/income-payments', paymentBody(owner, { currency_id, amount: '9999999999999.99' }))
    const [first, second] = (await journalBody(owner)).lines as { account_id: number }[]
    const side = (line: typeof first, name: string) => ({ account_id: line?.account_id, [name]: '9999999999999.99' })
    const lines = [side(first, 'debit'), side(second, 'credit')]
    await tooLarge('/accounting/journal-entries', await journalBody(owner, { currency_id, lines }))
  })
  test('stock at the ends of what is typed is still valued, and a margin is an amount', async () => {
    const odd = { sale_price: '123.456789', purchase_price: '98.7654', quantity: '1234.567891' }
    expectOk(await owner.post('/products', product({ ...odd, code: 'ODD' })))
    const end = { sale_price: '9999999999999.99', purchase_price: '9999999999.99', quantity: '0.001' }
    expectOk(await owner.post('/products', product({ ...end, code: 'END' })))
    const ends = { sale_price: '999999999999', purchase_price: '0.01', quantity: '999999999' }
    expectOk(await owner.post('/products', product({ ...ends, code: 'ENDS' })))
    const { rows } = expectOk(await owner.get('/reports/inventory-valuation')).body.data
    const figures = (code: string) => rows.find((row: { texts: { code?: string } }) => row.texts.code === code).figures
    // 1234.567891 × 123.456789 = 152415.7876... less 1234.567891 × 98.7654 = 121932.591...
    expect(figures('ODD')).toMatchObject({ value: 121932.59, average: 98.7654, potential_margin: 30483.2 })
    expect(figures('END')).toMatchObject({ value: 10_000_000, potential_margin: 9_990_000_000 })
    expect(figures('ENDS')).toMatchObject({ value: 9999999.99, potential_margin: null })
  })
  test('a sum that a response cannot carry exactly is refused with a message', async () => {
    const vast = await createOrganization(app)
    const [first, second] = (await journalBody(vast)).lines as { account_id: number }[]
    const lines = [
      { account_id: first?.account_id, debit: '9999999999999.99' },
      { account_id: second?.account_id, credit: '9999999999999.99' },
    ]
    // Thirteen of the largest amount are 129,999,999,999,999.87, which a double makes .88.
    for (let entry = 0; entry < 13; entry++)
      await idOf(vast.post('/accounting/journal-entries', await journalBody(vast, { lines })))
    for (const [language, words] of [
      ['ar', 'أطول من أن يُعرض بدقة'],
      ['en', 'more digits than can be shown'],
    ] as const) {
      const reply = await vast.ask('GET', '/reports/trial-balance', { language })
      expect(reply, language).toMatchObject({ status: 422, body: { message: expect.stringContaining(words) } })
    }
  })
})

describe('dates', () => {
  test.each([
    '2026-02-30',
    '2026-13-01',
    '0000-00-00',
    'today',
    'infinity',
    '1/2/2026',
    '2026-1-1',
    '2026-01-01T23:00Z',
    '1989-12-31',
    '2101-01-01',
    '',
    null,
    20260101,
  ])(
    'invoice date %j is refused',
    async (invoice_date) =>
      void (await refused(owner, '/invoices', invoiceBody(owner, { invoice_date }), 'invoice_date')),
  )
  test('a due date before the invoice', async () => {
    await refused(owner, '/invoices', invoiceBody(owner, { due_date: '2020-01-01' }), 'due_date')
  })
  test('a date in no open year', async () => {
    const old = { invoice_date: '2019-05-05', due_date: '2019-05-05' }
    const { errors } = await refused(owner, '/invoices', invoiceBody(owner, old), 'invoice_date')
    expect(errors.invoice_date).toMatch(/financial year/i)
  })
  test('a date in the future, except for a draft', async () => {
    const future = { invoice_date: '2099-01-01', due_date: '2099-01-01' }
    await refused(owner, '/invoices', invoiceBody(owner, future), 'invoice_date')
    expect((await owner.post('/invoices', invoiceBody(owner, { ...future, status: 'draft' }))).status).toBe(200)
  })
  test('a payment with a future date is refused; an entry for the end of the year is not', async () => {
    const year = Number(today().slice(0, 4))
    const { customer_id: _, ...spent } = paymentBody(owner, { payment_date: `${year + 1}-01-01` })
    const next = { ...spent, supplier_id: owner.ids.supplier }
    for (const [path, body, field] of [
      ['/accounting/income-payments', { ...spent, customer_id: owner.ids.customer }, 'payment_date'],
      ['/accounting/expense-payments', next, 'payment_date'],
    ] as const) {
      const { errors } = await refused(owner, path, body, field)
      expect([path, errors[field]]).toEqual([path, expect.stringMatching(/future/i)])
    }
    const accrued = await journalBody(owner, { journal_date: `${year}-12-31` })
    expect((await owner.post('/accounting/journal-entries', accrued)).status).toBe(200)
  })
})

describe('rows', () => {
  test('none, too many, empty ones', async () => {
    await refused(owner, '/invoices', invoiceBody(owner, { items: [] }), 'items')
    await refused(owner, '/invoices', invoiceBody(owner, { items: undefined }), 'items')
    await refused(
      owner,
      '/invoices',
      invoiceBody(owner, { items: Array.from({ length: 501 }, () => item({})[0]) }),
      'items',
    )
    const { errors } = await refused(
      owner,
      '/invoices',
      invoiceBody(owner, { items: [item({})[0], {}] }),
      'items.1.product_id',
    )
    expect(errors).toMatchObject({
      'items.1.quantity': 'Quantity Required',
      'items.1.price': 'Price Required',
      'items.1.product_id': 'Item Required',
    })
  })
  test('500 rows are saved', async () => {
    const { data } = expectOk(
      await owner.post(
        '/invoices',
        invoiceBody(owner, { items: Array.from({ length: 500 }, () => item({ price: '0.10' })[0]) }),
      ),
    ).body
    expect(data).toMatchObject({ subtotal: 50, tax: 7.5, total: 57.5 })
  })
  test('a tax rate that is not the invoice tax', async () => {
    await refused(owner, '/invoices', invoiceBody(owner, { items: item({ tax_rate: 5 }) }), 'items.0.tax_rate')
    await refused(owner, '/invoices', invoiceBody(owner, { items: item({ tax_rate: 0 }) }), 'items.0.tax_rate')
  })
})

describe('ids and versions', () => {
  test.each([0, -1, 1.5])('%s is nothing one can choose', async (product_id) => {
    const { errors } = await refused(
      owner,
      '/invoices',
      invoiceBody(owner, { items: item({ product_id }) }),
      'items.0.product_id',
    )
    expect(errors['items.0.product_id']).toBe('Choose one of the offered values')
  })
  test('a version below zero is no number of one', async () => {
    const { errors } = await refused(owner, '/invoices', invoiceBody(owner, { version: -1 }), 'version')
    expect(errors.version).not.toMatch(/row/)
  })
})

describe('statuses and numbers', () => {
  test.each(['paid', 'partially_paid', 'void', 'sent', 'CONFIRMED'])('status %s cannot be chosen', async (status) => {
    await refused(owner, '/invoices', invoiceBody(owner, { status }), 'status')
  })
  test('the same number twice', async () => {
    const body = invoiceBody(owner, { invoice_number: 'SAME-1' })
    expectOk(await owner.post('/invoices', body))
    await refused(owner, '/invoices', body, 'invoice_number')
    const folded = { ...body, invoice_number: 'SAME-١' }
    await refused(owner, '/invoices', folded, 'invoice_number')
    const hidden = { ...body, invoice_number: 'SAME-1\u200b' }
    await refused(owner, '/invoices', hidden, 'invoice_number')
    const bill = billBody(owner, { bill_number: 'B-SAME' })
    expectOk(await owner.post('/bills', bill))
    await refused(owner, '/bills', bill, 'bill_number')
    const payment = paymentBody(owner, { payment_number: 'P-SAME' })
    expectOk(await owner.post('/accounting/income-payments', payment))
    await refused(owner, '/accounting/income-payments', payment, 'payment_number')
  })
  test('computed fields are not accepted as input', async () => {
    const invented = { total: 1, subtotal: 1, tax: 1, paid_amount: 999, is_owner: true, organization_id: 1, id: 5 }
    for (const [field, value] of Object.entries(invented))
      await refused(owner, '/invoices', invoiceBody(owner, { [field]: value }), field)
    // A zero counts as one where other figures are said.
    await refused(owner, '/invoices', invoiceBody(owner, { subtotal: 1000, tax: 0 }), 'tax')
    // A form that reckons them itself may say what they come to.
    const reckoned = { total: 1150, subtotal: 1000, tax: '150.00', paid_amount: 0, id: '', action: 'store' }
    const { data } = expectOk(await owner.post('/invoices', invoiceBody(owner, reckoned))).body
    expect(data).toMatchObject({ total: 1150, paid_amount: 0, status: 'confirmed' })
  })
})

describe('text', () => {
  test.each([
    ['نص\u0000مخفي', 'نصمخفي'],
    ['A\u202eB', 'AB'],
    ['  مسافات   كثيرة ', 'مسافات كثيرة'],
    ['a\ud800b', 'ab'],
  ])('%j is stored as %j', async (given, stored) => {
    const reply = await owner.post('/customers', {
      name: given,
      email: 'x@example.sa',
      type: 'company',
      status: 'active',
    })
    expect(reply.body.data.name).toBe(stored)
  })
  test.each([
    { name: 'x'.repeat(300) },
    { email: 'no mail' },
    { type: 'alien' },
    { status: 'gone' },
    { email: 'a@b.sa\nbcc:x@y.z' },
    { payment_terms_days: -1 },
  ])('%j is refused', async (change) => {
    const body = { name: 'x', email: 'x@example.sa', type: 'company', status: 'active', ...change }
    await refused(owner, '/customers', body, Object.keys(change)[0] as string)
  })
})

describe('bodies that are none', () => {
  const raw = (payload: string | Buffer, type: string) =>
    owner.ask('POST', '/customers', { payload, headers: { 'content-type': type } })
  test.each([
    ['{"name":', 'application/json', 400],
    ['{"__proto__":{"x":1}}', 'application/json', 400],
    ['name=x', 'application/x-www-form-urlencoded', 415],
    ['<xml/>', 'text/xml', 415],
    ['--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nhalf', 'multipart/form-data; boundary=x', 400],
    ['garbage', 'multipart/form-data', 400],
    [
      '--x\r\nContent-Disposition: form-data; name="__proto__[a]"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      400,
    ],
    [
      '--x\r\nContent-Disposition: form-data; name="items[99999999]"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      400,
    ],
  ])('%j as %s', async (payload, type, status) => {
    const reply = await raw(payload, type)
    expect(reply.body).toEqual({ code: reply.headers.refusal, message: expect.any(String), errors: expect.any(Object) })
    expect(reply.status).toBe(status)
  })
  test('2 MB of JSON', async () => {
    expect((await raw(JSON.stringify({ name: 'x'.repeat(2_000_000) }), 'application/json')).status).toBe(413)
  })
})

describe('images', () => {
  const upload = (data: Buffer, filename: string, type: string) => {
    const fields = { name: 'صورة', email: 'i@example.sa', type: 'company', status: 'active' }
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = `--x\r\nContent-Disposition: form-data; name="avatar_file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(parts.join('') + head), data, Buffer.from('\r\n--x--\r\n')])
    return owner.ask('POST', '/customers', { payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } })
  }
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('a picture is re-encoded and served by an unguessable name', async () => {
    const { data } = expectOk(await upload(pixel, 'p.png', 'image/png')).body
    expect(data.avatar).toMatch(/^\/api\/files\/\d+-[\w-]{32}$/)
    const file = await app.visitor().get(data.avatar)
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const other = data.avatar.endsWith('_') ? '-' : '_'
    expect((await app.visitor().get(`${data.avatar.slice(0, -1)}${other}`)).status).toBe(404)
  })
  test.each([
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'image/svg+xml'],
    ['html as png', Buffer.from('<html><script>alert(1)</script>'), 'image/png'],
    ['half a png', pixel.subarray(0, 40), 'image/png'],
    ['gif', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'image/gif'],
  ])('%s is refused', async (_name, data, type) => {
    const reply = await upload(data, 'x', type)
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toHaveProperty('avatar_file')
  })
  test('20 MB is too much', async () => {
    const reply = await upload(Buffer.alloc(20_000_000), 'big.png', 'image/png')
    expect(reply.status).toBe(413)
    expect(reply.body).toEqual({ code: reply.headers.refusal, message: expect.any(String), errors: {} })
  })
})

test('a closed year accepts nothing', async () => {
  const other = await createOrganization(app)
  const organization = Number(other.token?.split('.')[0])
  const { withSuperuser } = await import('../harness/role.ts')
  await withSuperuser(app, (client) =>
    client.query("UPDATE financial_years SET status = 'closed' WHERE organization_id = $1", [organization]),
  )
  const reply = await other.post('/invoices', invoiceBody(other))
  expect(reply.status).toBe(422)
  expect(reply.body.errors).toHaveProperty('invoice_date')
  expect((await other.post('/accounting/income-payments', paymentBody(other))).body.errors).toHaveProperty(
    'payment_date',
  )
  expect(today()).toBeTruthy()
})
