import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { createTestApp, type Reply } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  numbered,
  paymentBody,
  today,
} from '../harness/organization.ts'

// The database cost of a request: counted, so that a query in a loop is noticed when it is written.

const owner = await createOrganization(await createTestApp())

/** Statements and round trips of a call; the second call, when what is remembered is remembered. */
async function cost(call: () => Promise<{ headers: Record<string, unknown> }>) {
  await call()
  const said = String((await call()).headers['server-timing'])
  const [, statements, roundTrips] = /(\d+) statements in (\d+) round trips/.exec(said) ?? []
  return { statements: Number(statements), roundTrips: Number(roundTrips) }
}
const rows = (count: number) =>
  Array.from({ length: count }, () => ({ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }))
/** A number as proposed by its form. A typed number needs a look-up first. */
const proposed = { invoice_number: 'INV-2000-000001', proposed_number: 'INV-2000-000001' }
const create = (count: number) =>
  cost(async () =>
    expectOk(
      await owner.post('/invoices', invoiceBody(owner, { ...proposed, items: rows(count) }), {
        'idempotency-key': crypto.randomUUID(),
      }),
    ),
  )

test('an invoice is created and confirmed in three round trips: what it needs, its numbers, all rows with the commit', async () => {
  const { roundTrips, statements } = await create(3)
  expect(roundTrips).toBe(3)
  // Rows travel in a statement for each table.
  expect(statements).toBeLessThanOrEqual(24)
})
test('fifty rows cost few more statements than one', async () => {
  // Fifty are three statements of a table, and one is one: the rows and the moves.
  expect((await create(50)).statements - (await create(1)).statements).toBeLessThanOrEqual(4)
})
test('a payment over ten invoices takes as many round trips as one over one, and few more statements', async () => {
  const open = async () => expectOk(await owner.post('/invoices', invoiceBody(owner))).body.data.id as number
  const pay = (count: number) =>
    cost(async () => {
      const references: { reference_id: number; amount: number }[] = []
      for (let index = 0; index < count; index++) references.push({ reference_id: await open(), amount: 1 })
      return expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, { amount: 100, references })))
    })
  const one = await pay(1)
  const ten = await pay(10)
  expect(ten.roundTrips).toBeLessThanOrEqual(one.roundTrips + 1)
  // Rows travel in statements of 64, 32, 16, 8 and the rest: ten allocations and eleven lines are two of them each.
  expect(ten.statements - one.statements).toBeLessThanOrEqual(6)
  expect(one.roundTrips).toBeLessThanOrEqual(3)
})

/** A dependent record waits for its look-ups under locks, for its writes, and for the commit. */
test.each([
  ['invoices', 'credit-note', 40],
  ['invoices', 'debit-note', 32],
  // It asks as well which rows of the bill became fixed assets.
  ['bills', 'supplier-credit', 42],
])('a note on one of the %s (%s) is issued in three round trips and its commit', async (path, note, most) => {
  const body = { items: rows(3) }
  const made = () => idOf(owner.post(`/${path}`, path === 'bills' ? billBody(owner, body) : invoiceBody(owner, body)))
  const lines = note === 'debit-note' ? [{ line_number: 1, amount: 5 }] : noted(2)
  const asked = { note_date: today(), reason: 'مرتجع', lines }
  const { roundTrips, statements } = await cost(async () =>
    expectOk(await owner.post(`/${path}/${await made()}/${note}`, asked, { 'idempotency-key': crypto.randomUUID() })),
  )
  expect(roundTrips).toBeLessThanOrEqual(3)
  // Its rows travel in a statement for each table.
  expect(statements).toBeLessThanOrEqual(most)
})
test('a document is corrected in few round trips, not one per reversed item', async () => {
  for (const made of ['a corrected invoice', 'a corrected bill']) {
    const { roundTrips } = await cost(async () => {
      const [path, body] = await (written[made] as (count: number) => Promise<[string, object]>)(3)
      return expectOk(await owner.post(path, body, { 'idempotency-key': crypto.randomUUID() }))
    })
    expect(roundTrips, made).toBeLessThanOrEqual(5)
  }
})
test('a bill is recorded in three round trips', async () => {
  const { roundTrips } = await cost(async () =>
    expectOk(await owner.post('/bills', billBody(owner, { items: rows(3) }))),
  )
  expect(roundTrips).toBe(3)
})

/** Everything that is written with rows, as it is written with so many of them. */
const written: Record<string, (count: number) => Promise<[path: string, body: object]>> = {
  'a bill': async (count) => ['/bills', billBody(owner, { items: rows(count) })],
  'a corrected invoice': async (count) => {
    const path = `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner, { items: rows(2 * count) })))}`
    return [path, await numbered(owner, path, invoiceBody(owner, { items: rows(count) }))]
  },
  'a corrected bill': async (count) => [
    `/bills/${await idOf(owner.post('/bills', billBody(owner, { items: rows(2 * count) })))}`,
    billBody(owner, { items: rows(count) }),
  ],
  'a credit note': async (count) => [
    `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner, { items: rows(count) })))}/credit-note`,
    { note_date: today(), reason: 'مرتجع', lines: noted(count) },
  ],
  'a supplier credit': async (count) => [
    `/bills/${await idOf(owner.post('/bills', billBody(owner, { items: rows(count) })))}/supplier-credit`,
    { note_date: today(), reason: 'مرتجع', lines: noted(count) },
  ],
  'a journal entry': async (count) => {
    const body = (await journalBody(owner)) as { lines: object[] }
    return ['/accounting/journal-entries', { ...body, lines: Array.from({ length: count }, () => body.lines).flat() }]
  },
  // Each time less than the books say, on a day that others followed.
  'a stock count': async (count) => [
    '/inventory/counts',
    {
      count_date: before,
      branch_id: owner.ids.branch,
      lines: (await shelf()).slice(0, count).map((product_id) => ({ product_id, counted: String(--counted) })),
    },
  ],
  'a backdated invoice': async (count) => ['/invoices', invoiceBody(owner, await backdated(count))],
  'a backdated supplier credit': async (count) => [
    `/bills/${await idOf(owner.post('/bills', billBody(owner, await backdated(count, 'bill_date'))))}/supplier-credit`,
    { note_date: before, reason: 'مرتجع', lines: noted(count) },
  ],
}
const noted = (count: number) => Array.from({ length: count }, (_, index) => ({ line_number: index + 1, quantity: 1 }))
const before = `${today().slice(0, 4)}-01-01`
let counted = 900
/** Rows of different products, on a day before all their moves but one. */
const backdated = async (count: number, field: 'invoice_date' | 'bill_date' = 'invoice_date') => ({
  [field]: before,
  due_date: today(),
  items: (await shelf()).slice(0, count).map((product_id) => ({ product_id, quantity: 1, price: 10, tax_rate: 15 })),
})
let products: Promise<number[]> | undefined
const shelf = () => {
  products ??= Promise.all(
    Array.from({ length: 12 }, async () => {
      const id = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '9' }))
      const items = [{ product_id: id, quantity: 999, price: 1, tax_rate: 15 }]
      await idOf(owner.post('/bills', billBody(owner, { bill_date: before, items })))
      return id
    }),
  )
  return products
}

/** Everything else that reaches the books waits at most as often as an invoice may. */
const open = async (amount: number) => {
  const id = await idOf(owner.post('/invoices', invoiceBody(owner)))
  return { id, references: [{ reference_id: id, amount }] }
}
const received = (references: object[] = []) =>
  idOf(owner.post('/accounting/income-payments', paymentBody(owner, { amount: 100, references })))
const entered = async () => idOf(owner.post('/accounting/journal-entries', await journalBody(owner)))
const counts = () => ({
  count_date: today(),
  branch_id: owner.ids.branch,
  lines: [{ product_id: owner.ids.goods, counted: String(--counted) }],
})
const reversal = { date: today(), reason: 'x' }
const follows: Record<string, () => Promise<Reply>> = {
  'an invoice void': async () => owner.remove(`/invoices/${(await open(0)).id}`),
  'a bill void': async () => owner.remove(`/bills/${await idOf(owner.post('/bills', billBody(owner)))}`),
  'a receipt void': async () =>
    owner.remove(`/accounting/income-payments/${await received((await open(90)).references)}`),
  'a receipt reversed': async () =>
    owner.post(`/accounting/income-payments/${await received((await open(90)).references)}/reverse`, reversal),
  'a receipt corrected': async () => {
    const { references } = await open(60)
    const id = await received(references)
    const { payment_number } = (await owner.get(`/accounting/income-payments/${id}`)).body.data
    return owner.post(
      `/accounting/income-payments/${id}`,
      paymentBody(owner, { payment_number, amount: 80, references }),
    )
  },
  'a receipt allocated': async () => {
    const { references } = await open(60)
    return owner.post(`/accounting/income-payments/${await received()}/allocate`, { references })
  },
  'an allocation taken back': async () => {
    const { id, references } = await open(60)
    return owner.post(`/accounting/income-payments/${await received(references)}/unallocate`, { reference_id: id })
  },
  'a refund': async () => {
    const asked = { refund_date: today(), amount: 20, payment_method_id: owner.ids.method }
    return owner.post(`/accounting/income-payments/${await received()}/refund`, asked)
  },
  'a journal entry': async () => owner.post('/accounting/journal-entries', await journalBody(owner)),
  'a journal entry void': async () => owner.remove(`/accounting/journal-entries/${await entered()}`),
  'a journal entry reversed': async () =>
    owner.post(`/accounting/journal-entries/${await entered()}/reverse`, reversal),
  'a stock count': async () => owner.post('/inventory/counts', counts()),
  'a stock count void': async () =>
    owner.remove(`/inventory/counts/${await idOf(owner.post('/inventory/counts', counts()))}`),
}
test.each(Object.entries(follows))('%s waits for the database seven times at most', async (_, act) => {
  const { roundTrips } = await cost(async () => expectOk(await act()))
  expect(roundTrips).toBeLessThanOrEqual(7)
})

test('an opening of twelve items and products, and changing it, costs few more statements than one of two', async () => {
  const opened = async (count: number) => {
    const fresh = await createOrganization(await createTestApp())
    const many = <Row>(row: () => Row) => Array.from({ length: count }, row)
    const item = { currency_id: 1, amount: '5', due_date: today() }
    const product = async () => idOf(fresh.post('/products', { ...(await bodies.products(fresh)), quantity: '0' }))
    const products = await Promise.all(many(product))
    const body = {
      opening_date: before,
      branch_id: fresh.ids.branch,
      lines: [],
      customer_credits: [],
      supplier_credits: [],
      receivables: many(() => ({ ...item, customer_id: fresh.ids.customer })),
      payables: many(() => ({ ...item, supplier_id: fresh.ids.supplier })),
      stock: products.map((product_id) => ({ product_id, quantity: '3', unit_cost: '1.5' })),
    }
    const statements = async (given: object) => {
      const said = String(expectOk(await fresh.post('/accounting/opening', given)).headers['server-timing'])
      return Number(/(\d+) statements/.exec(said)?.[1])
    }
    const changed = { ...body, receivables: many(() => ({ ...item, amount: '6', customer_id: fresh.ids.customer })) }
    return [await statements(body), await statements(changed)]
  }
  const few = await opened(2)
  expect(Math.max(...few)).toBeLessThan(60)
  const many = await opened(12)
  // Rows travel in statements of 64, 32, 16, 8 and the rest: eight kinds of rows take one or two more.
  expect(Math.max(...many.map((count, index) => count - (few[index] ?? 0)))).toBeLessThanOrEqual(16)
})

test.each(Object.entries(written))('%s of twelve rows costs as many statements as one of two', async (_, make) => {
  const of = (count: number) =>
    cost(async () => {
      const [path, body] = await make(count)
      return expectOk(await owner.post(path, body))
    })
  const few = await of(2)
  const many = await of(12)
  expect(many.roundTrips).toBeLessThanOrEqual(few.roundTrips + 1)
  // Rows travel in statements of 64, 32, 16, 8 and the rest.
  expect(many.statements - few.statements).toBeLessThanOrEqual(4)
  expect(few.statements).toBeLessThanOrEqual(40)
})
test('a list needs the same round trips for every page size', async () => {
  const list = (per_page: number) => cost(async () => expectOk(await owner.get(`/invoices?per_page=${per_page}`)))
  expect(await list(100)).toEqual(await list(10))
  expect((await list(10)).statements).toBeLessThanOrEqual(2)
})
test('a statement needs two round trips: for its dependencies, and for its rows with everything around them', async () => {
  const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const receivable = accounts.find(({ number }) => number === '110201')?.id
  const [customer] = expectOk(await owner.get('/customers?per_page=10')).body.data as { id: number }[]
  const range = 'from=2026-01-01&to=2026-12-31'
  for (const path of [`account-statement?account_id=${receivable}`, `customer-statement?customer_id=${customer?.id}`]) {
    const { roundTrips } = await cost(async () => expectOk(await owner.get(`/reports/${path}&${range}`)))
    expect(roundTrips, path).toBeLessThanOrEqual(2)
  }
})
test('statements after a failed one report its error, not that the transaction is over', async () => {
  const { app } = await createTestApp()
  const failing = inTenant(app.services.pool, 1, 'write', async (db) => {
    const deep = async () => {
      await Promise.resolve().then(() => sql`SELECT 1 / 0`.execute(db))
    }
    await Promise.all([deep(), sql`SELECT 1`.execute(db), sql`SELECT 2`.execute(db), sql`SELECT 3`.execute(db)])
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})
