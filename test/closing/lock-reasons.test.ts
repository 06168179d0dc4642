import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A row's offers equal the server's behaviour: each row states why its day is closed, by the rule of its page.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
/** One record of each list, and why its day takes no change once a VAT return of the day was filed. */
let made: { path: string; id: number; filed: string | null }[]

beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  made = await oneOfEach()
})

async function oneOfEach() {
  const { branch, currency: currency_id, customer: customer_id, supplier: supplier_id, goods } = owner.ids
  const made: { path: string; id: number; filed: string | null }[] = []
  const make = async (path: string, body: Record<string, unknown>, filed: string | null, listed = path) => {
    const { id } = await calls.post(path, body)
    made.push({ path: listed, id: id as number, filed })
    return id as number
  }
  const { customer_id: _, ...paid } = paymentBody(owner)
  const ofGoods = { items: [{ product_id: goods, quantity: 1, price: 10, tax_rate: 15 }] }
  const invoice = async () => (await calls.post('/invoices', invoiceBody(owner, ofGoods))).id as number
  const bill = async () => (await calls.post('/bills', billBody(owner, ofGoods))).id as number
  const note = { note_date: today(), reason: 'خصم', lines: [{ line_number: 1, amount: 1 }] }
  const references = (reference_id: number) => [{ reference_id, amount: 1 }]
  await make('/bills', billBody(owner), 'vat_filed')
  await make('/invoices', invoiceBody(owner), 'vat_filed')
  await make('/advance-invoices', await bodies.advanceInvoices(owner), 'vat_filed')
  await make(`/invoices/${await invoice()}/credit-note`, note, 'vat_filed', '/credit-notes')
  await make(`/invoices/${await invoice()}/debit-note`, note, 'vat_filed', '/debit-notes')
  await make(`/bills/${await bill()}/supplier-credit`, note, 'vat_filed', '/supplier-credits')
  await make('/customs-declarations', await bodies.customsDeclarations(owner), 'vat_filed')
  await make('/accounting/income-payments', paymentBody(owner), null)
  await make('/accounting/expense-payments', { ...paid, supplier_id }, null)
  await make('/accounting/journal-entries', await journalBody(owner), null)
  await make('/inventory/counts', await bodies.stockCounts(owner), null)
  const setOff = {
    set_off_date: today(),
    branch_id: branch,
    currency_id,
    customer_id,
    supplier_id,
    receivables: references(await invoice()),
    payables: references(await bill()),
  }
  await make('/accounting/set-offs', setOff, null)
  return made
}

type Row = { id: number; closed_period: string | null }
/** The lock reason of each row, and of each page. */
async function said(): Promise<Record<string, string | null>> {
  const all = made.map(async ({ path, id }) => {
    const { data } = expectOk(await owner.get(`${path}?per_page=100`)).body as { data: Row[] }
    const row = data.find((one) => one.id === id)?.closed_period
    expect([path, (await calls.get(`${path}/${id}`)).closed_period]).toEqual([path, row])
    return [path, row ?? null] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
const all = (why: string | null) => Object.fromEntries(made.map(({ path }) => [path, why]))
const filed = () => Object.fromEntries(made.map((one) => [one.path, one.filed]))
const deletion = async ({ path, id }: (typeof made)[number]) => {
  const reply = await owner.remove(`${path}/${id}`)
  return [path, reply.status < 300 ? null : reply.status]
}

test('an open day closes no row', async () => {
  expect(await said()).toEqual(all(null))
})

test('B4.1: a filed return locks documents with tax, a period lock locks all, and the reason on the row is the refusal', async () => {
  await lock('vat', today())
  expect(await said()).toEqual(filed())
  const taxed = made.filter((one) => one.filed)
  expect(await Promise.all(taxed.map(deletion))).toEqual(taxed.map(({ path }) => [path, 422]))
  await lock('vat', null)
  await calls.post('/accounting/period-locks', { all: today() })
  expect(await said()).toEqual(all('period_locked'))
  expect(await Promise.all(made.map(deletion))).toEqual(made.map(({ path }) => [path, 422]))
  await calls.post('/accounting/period-locks', { all: null })
  for (const side of ['sales', 'purchases']) {
    await calls.post('/accounting/period-locks', { [side]: today() })
    const closed = Object.entries(await said()).filter(([, why]) => why !== null)
    expect(closed.map(([path]) => path).sort()).toEqual(ofSide[side])
    await calls.post('/accounting/period-locks', { [side]: null })
  }
  expect(await said()).toEqual(all(null))
})
const ofSide: Record<string, string[]> = {
  sales: [
    '/accounting/income-payments',
    '/accounting/set-offs',
    '/advance-invoices',
    '/credit-notes',
    '/debit-notes',
    '/invoices',
  ],
  purchases: [
    '/accounting/expense-payments',
    '/accounting/set-offs',
    '/bills',
    '/customs-declarations',
    '/supplier-credits',
  ],
}

test('a year under review accepts entries and counts of users who may close; a closed year accepts none', async () => {
  const year = (await year_of())[0] as { id: number }
  const become = (status: string) =>
    withSuperuser(app, (client) =>
      client.query('UPDATE financial_years SET status = $2 WHERE id = $1', [year.id, status]),
    )
  await become('under_review')
  const open = ['/accounting/journal-entries', '/inventory/counts']
  expect(await said()).toEqual({ ...all('period_locked'), ...Object.fromEntries(open.map((path) => [path, null])) })
  await become('closed')
  expect(await said()).toEqual(all('period_locked'))
  await become('open')
})
const year_of = async () =>
  (expectOk(await owner.get('/accounting/financial-years')).body.data as { id: number; started_at: string }[]).filter(
    ({ started_at }) => started_at.slice(0, 4) === today().slice(0, 4),
  )

test('void records and drafts have no lock reason: there is nothing to reverse', async () => {
  const voided = made.find(({ path }) => path === '/accounting/journal-entries') as (typeof made)[number]
  expectOk(await owner.remove(`${voided.path}/${voided.id}`))
  const draft = await calls.post('/invoices', invoiceBody(owner, { status: 'draft' }))
  await calls.post('/accounting/period-locks', { all: today() })
  expect((await calls.get(`${voided.path}/${voided.id}`)).closed_period).toBe(null)
  expect((await calls.get(`/invoices/${draft.id}`)).closed_period).toBe(null)
  await calls.post('/accounting/period-locks', { all: null })
})

const lock = (kind: string, through: string | null) =>
  withSuperuser(app, (client) =>
    client.query(
      `INSERT INTO period_locks (organization_id, kind, locked_through) VALUES ($1, $2, coalesce($3::date, '1990-01-01'))
      ON CONFLICT (organization_id, kind) DO UPDATE SET locked_through = excluded.locked_through`,
      [owner.token?.split('.')[0], kind, through],
    ),
  )
