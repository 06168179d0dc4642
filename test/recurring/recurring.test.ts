import { expect, test } from 'vitest'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { makeNextDue } from '#server/recurring/make-occurrence.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Invoices, bills and entries that recur: the clock is moved over a year.

let now = new Date('2054-11-26T09:00:00Z')
const app = await createTestApp({ now: () => now })
const { services } = app.app
const owner = await createOrganization(app)
/** Sessions outlive the clock that is moved over a year. */
const stayIn = () => withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
await stayIn()
const { post, get } = callsOf(owner)
const year = await post('/accounting/financial-years', {
  name: '2055',
  type: 'yearly',
  started_at: '2055-01-01',
  ended_at: '2055-12-31',
})
await post(`/accounting/financial-years/${year.id}/change-status`, { status: 'open' })
const organizationId = Number(owner.token?.split('.')[0])
const schedule = {
  unit: 'month',
  every: 1,
  start_date: '2054-11-30',
  is_month_end: true,
  save_as: 'confirmed',
  due_days: 15,
}
const soldOn = { invoice_date: '2054-11-26', due_date: '2054-12-26' }
const at = (day: string) => {
  now = new Date(`${day}T09:00:00Z`)
}
async function pass() {
  await services.pool.query('UPDATE outbox_directory SET due_at = now()')
  await services.outbox.drain()
}
const rowOf = async (path: string, id: number) =>
  (await get(path)).find((row: { id: number }) => row.id === id) as {
    state: string
    next: { day: string }[]
    occurrences: { number: number; day: string; state: string; record_id: number; error: string | null }[]
  }

test('an invoice recurs on the last day of each month over a year, once each, however the server dies', async () => {
  const source = await post('/invoices', invoiceBody(owner, { ...soldOn, notes: 'اشتراك شهري' }))
  const { id, next } = await post('/recurring-invoices', { source_id: source.id, ...schedule, count_max: 12 })
  expect(next.map(({ day }: { day: string }) => day).slice(0, 4)).toEqual([
    '2054-11-30',
    '2054-12-31',
    '2055-01-31',
    '2055-02-28',
  ])
  expect(next).toHaveLength(12)
  await pass()
  expect((await rowOf('/recurring-invoices', id)).occurrences).toEqual([])
  at('2054-12-01')
  await pass()
  // A server that died while it sent, and others that take over at once.
  at('2055-03-05')
  await inTenant(services.pool, organizationId, 'write', (db) =>
    db
      .updateTable('outbox_messages')
      .set({ state: 'sending' })
      .where('kind', '=', 'recurring')
      .where('state', '=', 'waiting')
      .execute(),
  )
  await Promise.all([
    pass(),
    makeNextDue(services, organizationId, id),
    makeNextDue(services, organizationId, id),
    makeNextDue(services, organizationId, id),
  ])
  await pass()
  at('2055-12-20')
  await pass()
  const row = await rowOf('/recurring-invoices', id)
  expect(row).toMatchObject({ state: 'ended', next: [] })
  expect(row.occurrences.map(({ state }) => state)).toEqual(Array(12).fill('made'))
  const days = [
    '2054-11-30',
    '2054-12-31',
    '2055-01-31',
    '2055-02-28',
    '2055-03-31',
    '2055-04-30',
    '2055-05-31',
    '2055-06-30',
  ]
  expect(
    row.occurrences
      .map(({ day }) => day)
      .reverse()
      .slice(0, 8),
  ).toEqual(days)
  const made = await Promise.all(row.occurrences.map(({ record_id }) => get(`/invoices/${record_id}`)))
  expect(new Set(made.map(({ id: one }) => one)).size).toBe(12)
  expect(made.find(({ invoice_date }) => invoice_date === '2055-02-28')).toMatchObject({
    due_date: '2055-03-15',
    total: 1150,
    status: 'confirmed',
    notes: 'اشتراك شهري',
    invoice_number: expect.stringMatching(/^INV-2055-/),
  })
  const listed = expectOk(await owner.get(`/invoices?per_page=100&customer_id=${owner.ids.customer}`)).body.meta.total
  expect(listed).toBe(13)
})

test('a locked period creates a task and a mail, and no occurrence is lost: it is created on another day, or dismissed', async () => {
  at('2055-05-10')
  const source = await post('/bills', billBody(owner, { bill_date: '2055-05-10', due_date: '2055-05-10' }))
  const { id } = await post('/recurring-bills', {
    ...schedule,
    source_id: source.id,
    start_date: '2055-05-15',
    is_month_end: false,
    count_max: 3,
  })
  await post('/accounting/period-locks', { purchases: '2055-05-31' })
  at('2055-06-20')
  await pass()
  const row = await rowOf('/recurring-bills', id)
  expect(row.occurrences.map(({ day, state }) => [day, state])).toEqual(
    [
      ['2055-06-15', 'made'],
      ['2055-05-15', 'failed'],
    ].sort((a, b) => (a[1] === 'failed' ? 1 : -1) - (b[1] === 'failed' ? 1 : -1)),
  )
  const failed = row.occurrences.find(({ state }) => state === 'failed')
  expect(failed?.error).toBeTruthy()
  await pass()
  expect(app.outbox.at(-1)).toMatchObject({ to: owner.email, text: expect.stringContaining('2055-05-15') })
  expect((await owner.post(`/recurring-bills/${id}/occurrences/0/retry`, {})).status).toBe(422)
  const retried = await post(`/recurring-bills/${id}/occurrences/0/retry`, { date: '2055-06-01' })
  expect(retried.occurrences.find(({ number }: { number: number }) => number === 0)).toMatchObject({
    state: 'made',
    day: '2055-06-01',
  })
  expect((await owner.post(`/recurring-bills/${id}/occurrences/0/dismiss`, {})).status).toBe(422)
})

test('an entry recurs as a draft; skipped and paused occurrences are recorded and not created', async () => {
  at('2055-07-01')
  const source = await post('/accounting/journal-entries', await journalBody(owner, { journal_date: '2055-07-01' }))
  const path = '/recurring-journal-entries'
  const { id } = await post(path, {
    ...schedule,
    source_id: source.id,
    unit: 'week',
    start_date: '2055-07-05',
    save_as: 'draft',
    until_date: '2055-08-31',
  })
  await post(`${path}/${id}/skip`, {})
  at('2055-07-13')
  await pass()
  await post(`${path}/${id}/pause`, {})
  at('2055-07-30')
  await pass()
  await post(`${path}/${id}/resume`, {})
  at('2055-08-03')
  await pass()
  const row = await rowOf(path, id)
  expect(row.occurrences.map(({ day, state }) => `${day} ${state}`).reverse()).toEqual([
    '2055-07-05 skipped',
    '2055-07-12 made',
    '2055-07-19 skipped',
    '2055-07-26 skipped',
    '2055-08-02 made',
  ])
  const made = await get(`/accounting/journal-entries/${row.occurrences[0]?.record_id}`)
  expect(made).toMatchObject({ status: 'draft', journal_date: '2055-08-02', amount: 250 })
  await post(`${path}/${id}/end`, {})
  at('2055-09-01')
  await pass()
  expect((await rowOf(path, id)).occurrences).toHaveLength(5)
})

test('days that have begun do not change, an end before the beginning is refused, and strangers see nothing', async () => {
  at('2055-10-01')
  const source = await post('/invoices', invoiceBody(owner, { invoice_date: '2055-10-01', due_date: '2055-10-01' }))
  const body = { ...schedule, start_date: '2055-10-05', is_month_end: false }
  const { id } = await post('/recurring-invoices', { source_id: source.id, ...body })
  expect(
    (await owner.post(`/recurring-invoices/${id}`, { ...body, until_date: '2055-01-01' })).body.errors,
  ).toHaveProperty('until_date')
  at('2055-10-06')
  await pass()
  expect((await owner.post(`/recurring-invoices/${id}`, { ...body, every: 2 })).headers.refusal).toBe('recurring_begun')
  expect(await post(`/recurring-invoices/${id}`, { ...body, count_max: 2 })).toMatchObject({
    next: [{ number: 1, day: '2055-11-05' }],
  })
  const stranger = await createOrganization(app)
  expect((await stranger.get('/recurring-invoices')).body.data).toEqual([])
  for (const act of ['pause', 'resume', 'skip', 'end'])
    expect((await stranger.post(`/recurring-invoices/${id}/${act}`, {})).status, act).toBe(404)
  expect((await stranger.post('/recurring-invoices', { source_id: source.id, ...body })).status).toBe(404)
  expect((await owner.post(`/recurring-bills/${id}/end`, {})).status).toBe(404)
})

test('a purchase order recurs with its rows, wanted as many days later, as a draft or confirmed', async () => {
  now = new Date('2055-04-01T09:00:00Z')
  const source = await post('/purchase-orders', {
    ...(await bodies.purchaseOrders(owner)),
    order_date: '2055-04-01',
    wanted_on: '2055-04-11',
    notes: 'توريد شهري',
  })
  const days = { ...schedule, is_month_end: false, start_date: '2055-05-01', count_max: 2, due_days: 10 }
  const draft = await post('/recurring-purchase-orders', { source_id: source.id, ...days, save_as: 'draft' })
  const confirmed = await post('/recurring-purchase-orders', { source_id: source.id, ...days })
  expect(confirmed).toMatchObject({ kind: 'purchase_order', source_number: source.number, total: source.total })
  at('2055-06-02')
  await pass()
  for (const [{ id }, status] of [
    [draft, 'draft'],
    [confirmed, 'confirmed'],
  ] as const) {
    const { state, occurrences } = await rowOf('/recurring-purchase-orders', id)
    expect([state, occurrences.map(({ day, state: one }) => [day, one])]).toEqual([
      'ended',
      [
        ['2055-06-01', 'made'],
        ['2055-05-01', 'made'],
      ],
    ])
    const made = await get(`/purchase-orders/${occurrences[1]?.record_id}`)
    expect(made).toMatchObject({
      status,
      order_date: '2055-05-01',
      wanted_on: '2055-05-11',
      supplier_id: source.supplier_id,
      total: source.total,
      notes: 'توريد شهري',
    })
    const rows = (items: Record<string, unknown>[]) =>
      items.map(({ product_id, quantity, price, discount }) => [product_id, quantity, price, discount])
    expect(rows(made.items)).toEqual(rows(source.items))
    expect(made.number).not.toBe(source.number)
  }
  const stranger = await createOrganization(app)
  expect((await stranger.post('/recurring-purchase-orders', { source_id: source.id, ...days })).status).toBe(404)
})

test('a recurring invoice keeps the place of its source after the usual place changed', async () => {
  now = new Date('2055-07-01T09:00:00Z')
  const place = async (name: string) =>
    (await post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' })).id as number
  const [main, shop, van] = [await place('المستودع'), await place('المعرض'), await place('السيارة')]
  const goods = [{ product_id: owner.ids.goods, quantity: 10 }]
  for (const to_place_id of [shop, van])
    await post('/inventory/transfers', {
      transfer_date: '2055-07-01',
      from_place_id: main,
      to_place_id,
      items: goods,
    })
  const source = await post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: '2055-07-01',
      due_date: '2055-07-16',
      place_id: shop,
      items: [{ product_id: owner.ids.goods, quantity: 2, price: 50, tax_rate: 15 }],
    }),
  )
  const days = { ...schedule, is_month_end: false, start_date: '2055-08-01', count_max: 1 }
  const { id } = await post('/recurring-invoices', { source_id: source.id, ...days })
  const { version: _, ...usual } = (await get('/inventory/places')).find((row: { id: number }) => row.id === van)
  await post(`/inventory/places/${van}`, { ...usual, is_usual: true })
  at('2055-08-02')
  await pass()
  const [{ record_id } = { record_id: 0 }] = (await rowOf('/recurring-invoices', id)).occurrences
  expect(await get(`/invoices/${record_id}`)).toMatchObject({ place_id: shop, invoice_date: '2055-08-01' })
  const left = async (place_id: number) =>
    (await get(`/inventory/place-stock?place_id=${place_id}&date=2055-08-02`)).find(
      (row: { id: number }) => row.id === owner.ids.goods,
    )?.quantity
  expect([await left(shop), await left(van)]).toEqual([6, 10])
})
