import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestApp, type Reply } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  onboardingBody,
  paymentBody,
  signUp,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Two people at once (accounting rule 4.7): real connections, all started together. The invariants run after the file.

const app = await createTestApp()
const owner = await createOrganization(app)

const together = (count: number, ask: (index: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const statuses = (replies: Reply[]) =>
  Object.fromEntries([...Map.groupBy(replies, (reply) => reply.status)].map(([status, list]) => [status, list.length]))
const invoice = async (change: Record<string, unknown> = {}) =>
  expectOk(await owner.post('/invoices', invoiceBody(owner, change))).body.data
const pay = (change: Record<string, unknown>) => owner.post('/accounting/income-payments', paymentBody(owner, change))

test('T1: ten receipts of the whole invoice: one is recorded, nine are refused on their row', async () => {
  const { id, total } = await invoice()
  const replies = await together(10, () => pay({ amount: total, references: [{ reference_id: id, amount: total }] }))
  expect(statuses(replies)).toEqual({ 200: 1, 422: 9 })
  for (const reply of replies)
    if (reply.status === 422) expect(Object.keys(reply.body.errors)).toEqual(['references.0.reference_id'])
  expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({ status: 'paid', paid_amount: total })
})

test('T2: twenty buyers of the last seven pieces: seven are served', async () => {
  const product = expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity: '7' })).body
    .data
  const items = [{ product_id: product.id, quantity: 1, price: 10, tax_rate: 15 }]
  const replies = await together(20, () => owner.post('/invoices', invoiceBody(owner, { items })))
  expect(statuses(replies)).toEqual({ 200: 7, 422: 13 })
  for (const reply of replies)
    if (reply.status === 422) expect(Object.keys(reply.body.errors)).toEqual(['items.0.quantity'])
  expect((await owner.get(`/products/${product.id}`)).body.data.quantity).toBe(0)
})

test('T4: the same POST twenty times is one invoice and twenty equal answers', async () => {
  const body = invoiceBody(owner)
  const before = (await owner.get('/invoices')).body.meta.total
  const key = crypto.randomUUID()
  const replies = await together(20, () => owner.post('/invoices', body, { 'idempotency-key': key }))
  expect(statuses(replies)).toEqual({ 200: 20 })
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect((await owner.get('/invoices')).body.meta.total).toBe(before + 1)
  expect((await owner.post('/invoices', { ...body, notes: 'another' }, { 'idempotency-key': key })).status).toBe(422)
})

test('a refused create may use its key again, corrected', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await owner.post('/invoices', invoiceBody(owner, { items: [] }), key)).status).toBe(422)
  expect((await owner.post('/invoices', invoiceBody(owner), key)).status).toBe(200)
})

test('a repeated update with a lost answer gets that answer again, not a conflict', async () => {
  const { id, version, invoice_number } = expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data
  const body = invoiceBody(owner, { invoice_number, version, notes: 'first' })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [
    await owner.post(`/invoices/${id}`, body, key),
    await owner.post(`/invoices/${id}`, body, key),
  ]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.data.version).toBe(first.body.data.version)
  expect((await owner.post(`/invoices/${id}`, body)).status).toBe(409)
})

test('T5: numbers run without a gap through confirmations that fail', async () => {
  const peek = async () => (await owner.get('/invoices/next-number')).body.data.number as string
  const first = Number((await peek()).split('-')[2])
  const proposed = await peek()
  const replies = await together(50, (index) =>
    owner.post(
      '/invoices',
      invoiceBody(owner, {
        invoice_number: proposed,
        proposed_number: proposed,
        ...(index % 5 === 0 && { items: [{ product_id: owner.ids.goods, quantity: 999999, price: 1, tax_rate: 15 }] }),
      }),
    ),
  )
  expect(statuses(replies)).toEqual({ 200: 40, 422: 10 })
  const numbers = replies
    .filter((reply) => reply.status === 200)
    .map((reply) => Number(reply.body.data.invoice_number.split('-')[2]))
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => first + index))
})

test('T8: payments over the same documents in opposite order do not deadlock', async () => {
  const [a, b] = [await invoice(), await invoice()]
  const references = [
    { reference_id: a.id, amount: 10 },
    { reference_id: b.id, amount: 10 },
  ]
  const replies = await together(16, (index) =>
    pay({ amount: 20, references: index % 2 ? references : references.toReversed() }),
  )
  expect(statuses(replies)).toEqual({ 200: 16 })
  expect((await owner.get(`/invoices/${a.id}`)).body.data.paid_amount).toBe(160)
})

test('T9: voiding an invoice against its receipt: one wins, no allocation hangs in the air', async () => {
  for (let round = 0; round < 8; round++) {
    const { id, total } = await invoice()
    const [removed, paid] = await Promise.all([
      owner.remove(`/invoices/${id}`),
      pay({ amount: total, references: [{ reference_id: id, amount: total }] }),
    ])
    expect([removed?.status, paid?.status].sort()).toEqual([200, 422])
  }
})

test('T12: of two editors of one version the second gets a conflict', async () => {
  const { id, version, ...rest } = await invoice()
  const body = (price: number) =>
    invoiceBody(owner, {
      invoice_number: rest.invoice_number,
      version,
      items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
    })
  const replies = await together(2, (index) => owner.post(`/invoices/${id}`, body(100 + index)))
  expect(statuses(replies)).toEqual({ 200: 1, 409: 1 })
})

test.each(['invoices', 'bills'] as const)(
  'one draft of %s confirmed ten times concurrently becomes one document',
  async (path) => {
    const draft = path === 'bills' ? billBody(owner) : invoiceBody(owner)
    const { id } = expectOk(await owner.post(`/${path}`, { ...draft, status: 'draft' })).body.data
    const entries = async () =>
      expectOk(await owner.get('/reports/journal?whole=1')).body.data.notes[0].params.highest as number
    const before = await entries()
    const replies = await together(10, () => owner.post(`/${path}/${id}/confirm`, {}))
    expect(statuses(replies)).toEqual({ 200: 1, 422: 9 })
    expect(await entries()).toBe(before + 1)
  },
)

test('of two simultaneous credits with one supplier number, one is saved and the other refused on its number', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = expectOk(await owner.post('/bills', billBody(owner))).body.data
    const { id: other } = expectOk(await owner.post('/bills', billBody(owner))).body.data
    const note = {
      note_number: `SC-${id}`,
      note_date: today(),
      reason: 'مرتجع',
      lines: [{ line_number: 1, quantity: 1 }],
    }
    const replies = await together(2, (index) => owner.post(`/bills/${index ? id : other}/supplier-credit`, note))
    expect(statuses(replies)).toEqual({ 200: 1, 422: 1 })
    for (const { status, body } of replies)
      if (status === 422) expect(Object.keys(body.errors)).toEqual(['note_number'])
  }
})

test('eight clients confirm at once, over stock and without: no error, no deadlock', async () => {
  const items = [
    { product_id: owner.ids.goods, quantity: 1, price: 100, tax_rate: 15 },
    { product_id: owner.ids.service, quantity: 2, price: 50, tax_rate: 15 },
  ]
  const replies = await together(48, (index) =>
    owner.post('/invoices', invoiceBody(owner, { items: index % 2 ? items : items.toReversed() })),
  )
  expect(statuses(replies)).toEqual({ 200: 48 })
})

test('concurrent confirmations have the result of separate ones', async () => {
  const product = expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity: '100' })).body
    .data
  const items = [{ product_id: product.id, quantity: 3, price: 10, tax_rate: 15 }]
  const replies = await together(16, () => owner.post('/invoices', invoiceBody(owner, { items })))
  expect(statuses(replies)).toEqual({ 200: 16 })
  const client = new pg.Client(app.roles.superuser)
  await client.connect()
  const ids = replies.map((reply) => reply.body.data.id)
  // Each is in the log of activity once, under its own user.
  const logged = await client.query(
    `SELECT resource_id, (details ->> 'customer_id')::bigint AS customer FROM audit_log WHERE organization_id =
       (SELECT organization_id FROM documents WHERE id = $1) AND action LIKE 'POST%invoices' AND resource_id = ANY ($2)`,
    [ids[0], ids],
  )
  await client.end()
  expect(logged.rows.map((row) => Number(row.resource_id)).sort()).toEqual(ids.toSorted())
  expect((await owner.get(`/products/${product.id}`)).body.data.quantity).toBe(52)
})

test('concurrent invoices of an earlier day take no more than there was on it, in quantity and in value', async () => {
  const product = expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' })).body
    .data
  const bill = (bill_date: string, quantity: number, price: number) => {
    const items = [{ product_id: product.id, quantity, price, tax_rate: 15 }]
    return owner.post('/bills', billBody(owner, { items, bill_date, due_date: bill_date }))
  }
  // What was never in stock is received by several at once.
  const first = await together(8, () => bill('2026-01-10', 3, 7))
  expect(statuses(first)).toEqual({ 200: 8 })
  expectOk(await bill('2026-03-10', 100, 60))
  const items = [{ product_id: product.id, quantity: 1, price: 100, tax_rate: 15 }]
  const sold = await together(32, () =>
    owner.post('/invoices', invoiceBody(owner, { items, invoice_date: '2026-02-01', due_date: '2026-02-01' })),
  )
  expect(statuses(sold)).toEqual({ 200: 24, 422: 8 })
  expect((await owner.get(`/products/${product.id}`)).body.data.quantity).toBe(100)
})

test('entries of several months and kinds at once have each its own document, number and day', async () => {
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 10, tax_rate: 15 }]
  const days = ['2026-01-31', '2026-02-01', '2026-02-28']
  const replies = await together(16, (index) => {
    const day = days[index % 3] as string
    return index % 4 === 3
      ? owner.post('/bills', billBody(owner, { items, bill_date: day, due_date: day }))
      : owner.post('/invoices', invoiceBody(owner, { items, invoice_date: day, due_date: day }))
  })
  expect(statuses(replies)).toEqual({ 200: 16 })
  const client = new pg.Client(app.roles.superuser)
  await client.connect()
  const { rows } = await client.query(
    `SELECT document.number, document.document_date = entry.entry_date AND entry.description = document.number AS is_its_own
     FROM documents AS document JOIN journal_entries AS entry
       ON entry.organization_id = document.organization_id AND entry.source_id = document.id AND entry.source = document.kind
     WHERE document.id = ANY ($1)`,
    [replies.map((reply) => reply.body.data.id)],
  )
  await client.end()
  expect(rows.map((row) => row.is_its_own)).toEqual(Array(16).fill(true))
})

test('sales, purchases and returns of the same goods at once: no error, no deadlock', async () => {
  const goods = [
    { product_id: owner.ids.goods, quantity: 1, price: 100, tax_rate: 15 },
    { product_id: owner.ids.service, quantity: 2, price: 50, tax_rate: 15 },
  ]
  const client = new pg.Client(app.roles.superuser)
  await client.connect()
  const deadlocks = async (): Promise<string> =>
    (await client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).rows[0].deadlocks
  const before = await deadlocks()
  const replies = await together(36, (index) =>
    index % 3 === 2
      ? owner.post('/bills', billBody(owner, { items: goods.toReversed() }))
      : owner.post('/invoices', invoiceBody(owner, { items: index % 2 ? goods : goods.toReversed() })),
  )
  expect(statuses(replies)).toEqual({ 200: 36 })
  // A deadlock is retried, so no answer shows it; PostgreSQL counts it, a second after the connection became idle.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(await deadlocks()).toBe(before)
  await client.end()
})

test('an address registers once, however many concurrent requests there are', async () => {
  const email = `${crypto.randomUUID()}@example.sa`
  const body = {
    name: 'x',
    email,
    mobile: '0501234567',
    password: 'a long password',
    confirmPassword: 'a long password',
  }
  const replies = await together(5, () => app.visitor().post('/auth/register', body))
  expect(statuses(replies)).toEqual({ 200: 1, 422: 4 })
})

test('the first entry against a change of base currency: it is posted in the present one, or refused', async () => {
  for (let round = 0; round < 4; round++) {
    const beginner = await signUp(app)
    expectOk(await beginner.post('/organization/onboarding/submit', onboardingBody(beginner.email)))
    const idOf = async (path: string) => expectOk(await beginner.get(path)).body.data[0].id
    const { version: _, ...profile } = expectOk(await beginner.get('/organization/show')).body.data
    const masters = { unit_id: await idOf('/units/list'), product_category_id: await idOf('/product-categories/list') }
    const goods = { ...(await bodies.products(owner)), ...masters, quantity: '7' }
    const replies = await together(4, (index) =>
      index === round % 4
        ? beginner.post('/organization/update', { ...profile, currency_id: 2 })
        : beginner.post('/products', { ...goods, code: `C${index}` }),
    )
    const isChanged = replies[round % 4]?.status === 200
    expect(replies.filter((reply) => ![200, 409, 422].includes(reply.status)).map(({ body }) => body)).toEqual([])
    const { rows } = await withSuperuser(app, (client) =>
      client.query('SELECT DISTINCT currency_id FROM journal_lines WHERE organization_id = $1', [
        beginner.token?.split('.')[0],
      ]),
    )
    const { currency_id } = expectOk(await beginner.get('/organization/show')).body.data
    expect(currency_id).toBe(isChanged ? 2 : 1)
    // Requests that met the change may have restarted in the new currency.
    expect(rows.filter((row) => Number(row.currency_id) !== currency_id)).toEqual([])
  }
})
