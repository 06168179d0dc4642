import { beforeEach, expect, test } from 'vitest'
import { postNextDue } from '#server/deferrals/post-part.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, journalBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Rows that are recognised over months: the clock is moved over two years.

let now = new Date('2026-11-26T09:00:00Z')
const app = await createTestApp({ now: () => now })
const { services } = app.app
const owner = await createOrganization(app)
await withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
const { post, get } = callsOf(owner)
const organizationId = Number(owner.token?.split('.')[0])
const at = (day: string) => {
  now = new Date(`${day}T09:00:00Z`)
}
beforeEach(() => at('2026-11-26'))
await openYear('2027')

async function openYear(name: string) {
  const body = { name, type: 'yearly', started_at: `${name}-01-01`, ended_at: `${name}-12-31` }
  const { id } = await post('/accounting/financial-years', body)
  await post(`/accounting/financial-years/${id}/change-status`, { status: 'open' })
}

type Part = {
  number: number
  kind: string
  date: string
  amount: number
  state: string
  entry_number: number | null
  error: string
}
type Deferral = {
  id: number
  state: string
  amount: number
  recognised: number
  remaining: number
  parts: Part[]
  account: { number: string }
}

const row = (change = {}) => ({ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15, ...change })
const spread = (change = {}) => row({ spread_from: '2026-11-01', spread_months: 12, ...change })
const bill = (items: object[], change = {}) =>
  post('/bills', billBody(owner, { bill_date: '2026-11-10', due_date: '2026-12-10', items, ...change }))
const scheduleOf = async (id: number, path = 'bills'): Promise<Deferral> =>
  (await get(`/${path}/${id}/deferrals`)).at(-1)
async function pass() {
  for (let round = 0; round < 3; round++) {
    await services.pool.query('UPDATE outbox_directory SET due_at = now()')
    await services.outbox.drain()
  }
}
async function balance(number: string, to: string): Promise<number> {
  const { rows } = await get(`/reports/trial-balance?from=2026-01-01&to=${to}`)
  const found = rows.find((one: { texts: { number?: string } }) => one.texts.number === number)
  return found ? (found.figures.closing_debit ?? 0) - (found.figures.closing_credit ?? 0) : 0
}

test('a row of a bill waits on prepaid expenses and is recognised month by month, each once, however the server dies', async () => {
  const before = { prepaid: await balance('110403', '2027-12-31') }
  const { id } = await bill([spread({ price: 1000, spread_months: 3 }), row({ price: 50 })])
  const planned = await scheduleOf(id)
  expect(planned).toMatchObject({ state: 'active', amount: 1000, remaining: 1000, account: { number: '110403' } })
  expect(planned.parts.map(({ date, amount }) => [date, amount])).toEqual([
    ['2026-11-30', 333.33],
    ['2026-12-31', 333.33],
    ['2027-01-31', 333.34],
  ])
  expect((await balance('110403', '2026-11-26')) - before.prepaid).toBe(1000)
  await pass()
  expect((await scheduleOf(id)).recognised).toBe(0)
  at('2026-12-31')
  await Promise.all([pass(), ...[1, 2, 3].map(() => postNextDue(services, organizationId, planned.id))])
  expect((await balance('110403', '2026-12-31')) - before.prepaid).toBe(333.34)
  expect((await balance('110403', '2026-11-30')) - before.prepaid).toBe(666.67)
  at('2027-06-01')
  await pass()
  const done = await scheduleOf(id)
  expect(done).toMatchObject({ state: 'done', recognised: 1000, remaining: 0 })
  expect(done.parts.every(({ entry_number }) => entry_number !== null)).toBe(true)
  expect((await balance('110403', '2027-06-01')) - before.prepaid).toBe(0)
})

test('a row of an invoice waits on deferred revenue, in base currency, without its tax', async () => {
  const items = [spread({ price: 600, spread_months: 6 })]
  const days = { invoice_date: '2026-11-26', due_date: '2026-12-26' }
  const { id } = await post('/invoices', invoiceBody(owner, { ...days, items }))
  const schedule = await scheduleOf(id, 'invoices')
  expect(schedule).toMatchObject({ amount: 600, account: { number: '210203' } })
  expect(await balance('210203', '2026-11-26')).toBe(-600)
})

test('months before the document are due on its day, and days count where the end is a day', async () => {
  const { id } = await bill([
    spread({ price: 365, spread_from: '2026-01-01', spread_months: '', spread_to: '2026-12-31' }),
  ])
  const { parts } = await scheduleOf(id)
  expect(parts.map(({ amount }) => amount)).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  expect(parts[0]?.date).toBe('2026-11-10')
  await pass()
  expect((await scheduleOf(id)).recognised).toBe(304)
})

test('a draft keeps its months and makes a schedule when it is confirmed', async () => {
  const { id, version } = await bill([spread()], { status: 'draft' })
  expect(await get(`/bills/${id}/deferrals`)).toEqual([])
  const { items } = await get(`/bills/${id}`)
  expect(items[0]).toMatchObject({ spread_from: '2026-11-01', spread_months: 12, spread_to: null })
  await post(`/bills/${id}/confirm`, { version })
  expect(await scheduleOf(id)).toMatchObject({ state: 'active', amount: 1200 })
})

test.each([
  ['both ends', { spread_to: '2027-10-31' }, 'spread_to'],
  ['no end', { spread_months: '' }, 'spread_months'],
  ['no beginning', { spread_from: '' }, 'spread_from'],
  ['an end before the beginning', { spread_months: '', spread_to: '2026-10-01' }, 'spread_to'],
  ['more than ten years', { spread_months: 121 }, 'spread_months'],
  ['stocked goods', { product_id: owner.ids.goods }, 'spread_from'],
  ['nothing to spread', { price: 0 }, 'spread_from'],
  ['an account of another organisation', { spread_account_id: 999999 }, 'spread_account_id'],
])('refuses %s', async (_, change, field) => {
  const reply = await owner.post('/bills', billBody(owner, { bill_date: '2026-11-10', items: [spread(change)] }))
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.errors)).toEqual([`items.0.${field}`])
})

test('a locked period gives a task, later months follow, and the task is posted on another day', async () => {
  const { id } = await bill([spread({ spread_months: 3 })])
  await post('/accounting/period-locks', { all: '2026-11-30' })
  at('2027-01-02')
  await pass()
  const schedule = await scheduleOf(id)
  expect(schedule.parts.map(({ state }) => state)).toEqual(['failed', 'posted', 'planned'])
  expect(schedule.parts[0]?.error).toBeTruthy()
  const [first] = await get('/deferrals')
  expect(first.id).toBe(schedule.id)
  const part = `/deferrals/${schedule.id}/parts/1/retry`
  // No part, rather than a figure that is too long.
  expect((await owner.post(`/deferrals/${schedule.id}/parts/900000000000/retry`, {})).status).toBe(404)
  expect((await owner.post(part, { date: '' })).status).toBe(422)
  await post(part, { date: '2026-12-01' })
  expect((await owner.post(part, { date: '2026-12-01' })).status).toBe(422)
  at('2027-02-01')
  await pass()
  expect(await scheduleOf(id)).toMatchObject({ state: 'done', remaining: 0 })
  await post('/accounting/period-locks', { all: '' })
})

test('stopping early recognises the rest on one day and drops the months after it', async () => {
  const { id } = await bill([spread()])
  at('2027-01-15')
  await pass()
  const { id: schedule } = await scheduleOf(id)
  const stop = (date: string) => owner.post(`/deferrals/${schedule}/stop`, { date })
  expect((await stop('2026-12-01')).status).toBe(422)
  expect((await stop('2027-01-16')).status).toBe(422)
  expectOk(await stop('2027-01-15'))
  expect((await stop('2027-01-15')).status).toBe(422)
  const stopped = await scheduleOf(id)
  expect(stopped).toMatchObject({ state: 'stopped', recognised: 1200, remaining: 0 })
  expect(stopped.parts.filter(({ kind }) => kind === 'stop')).toMatchObject([{ date: '2027-01-15', amount: 1000 }])
  at('2027-12-31')
  await pass()
  expect((await scheduleOf(id)).recognised).toBe(1200)
})

test('voiding a document takes its schedule back, correcting it makes a new one', async () => {
  const start = await balance('110403', '2027-12-31')
  const { id } = await bill([spread()])
  at('2026-12-05')
  await pass()
  expect((await balance('110403', '2027-12-31')) - start).toBe(1100)
  const record = await get(`/bills/${id}`)
  await post(
    `/bills/${id}`,
    billBody(owner, {
      bill_number: record.bill_number,
      bill_date: '2026-11-10',
      due_date: '2026-12-10',
      version: record.version,
      items: [row({ price: 2400 })],
    }),
  )
  const both: Deferral[] = await get(`/bills/${id}/deferrals`)
  expect(both.map(({ state, amount }) => [state, amount])).toEqual([
    ['active', 2400],
    ['cancelled', 1200],
  ])
  await pass()
  expect((await balance('110403', '2027-12-31')) - start).toBe(2200)
  expectOk(await owner.remove(`/bills/${id}`))
  expect((await balance('110403', '2027-12-31')) - start).toBe(0)
})

test('a note reduces the remaining months, and voiding it restores them', async () => {
  const { id } = await bill([spread()])
  at('2026-12-05')
  await pass()
  const credit = (amount: number) =>
    post(`/bills/${id}/supplier-credit`, {
      note_number: `SC-${amount}`,
      note_date: '2026-12-05',
      reason: 'أُلغي جزء من العقد',
      lines: [{ line_number: 1, amount }],
    })
  const note = await credit(550)
  expect(await scheduleOf(id)).toMatchObject({ remaining: 550, recognised: 650 })
  expect((await scheduleOf(id)).parts.filter(({ state }) => state === 'planned').map(({ amount }) => amount)).toEqual(
    Array(11).fill(50),
  )
  await credit(650)
  expect(await scheduleOf(id)).toMatchObject({ remaining: 0, recognised: 1200 })
  expectOk(await owner.remove(`/supplier-credits/${note.id}`))
  expect(await scheduleOf(id)).toMatchObject({ remaining: 550, recognised: 650 })
})

test('a row of a posted document is spread later, on a day that is still open, and cancelled again', async () => {
  const { id } = await bill([row(), row({ price: 100 })])
  const path = `/bills/${id}/deferrals`
  const asked = { line_number: 1, spread_from: '2026-11-01', spread_months: 4, date: '2026-11-20' }
  await post(path, asked)
  expect((await owner.post(path, asked)).status).toBe(422)
  expect((await owner.post(path, { ...asked, line_number: 3 })).status).toBe(422)
  const schedule = await scheduleOf(id)
  expect(schedule).toMatchObject({ amount: 1200, remaining: 1200 })
  expect((await get(`/bills/${id}`)).items[0].spread_months).toBe(4)
  await post(`/deferrals/${schedule.id}/cancel`, {})
  expect((await get(`/bills/${id}`)).items[0].spread_months).toBe(null)
  await post(path, asked)
  expect((await get(path)).map(({ state }: Deferral) => state)).toEqual(['active', 'cancelled'])
})

test('the report of deferrals agrees with the account on every day, also with what was posted to it otherwise', async () => {
  await bill([spread({ price: 700, spread_months: 7 })])
  const accounts: { id: number; number: string }[] = await get('/accounting/accounts/list')
  const account_id = (number: string) => accounts.find((one) => one.number === number)?.id
  const line = { cost_center_id: '', description: '' }
  await post(
    '/accounting/journal-entries',
    await journalBody(owner, {
      journal_date: '2026-11-12',
      lines: [
        { ...line, account_id: account_id('110403'), debit: '25', credit: '0' },
        { ...line, account_id: account_id('110102'), debit: '0', credit: '25' },
      ],
    }),
  )
  at('2027-03-02')
  await pass()
  for (const day of ['2026-11-09', '2026-11-30', '2026-12-31', '2027-03-01']) {
    const { rows, difference } = await get(`/reports/deferrals?to=${day}`)
    const own = rows.filter(({ key }: { key: string }) => key.endsWith(`:${account_id('110403')}`))
    const listed = sumOf(rows.slice(rows.indexOf(own[0]) + 1, rows.indexOf(own.at(-1))))
    expect(listed).toBe(await balance('110403', day))
    expect(listed).toBe(own.at(-1)?.figures.remaining ?? 0)
    expect(difference ?? 0).toBe(0)
  }
})

const sumOf = (rows: { figures: { remaining?: number } }[]) =>
  Math.round(rows.reduce((total, { figures }) => total + (figures.remaining ?? 0) * 100, 0)) / 100

test('a recurring bill moves the months of its rows', async () => {
  const { id } = await bill([spread({ spread_months: 2 })])
  const schedule = {
    unit: 'month',
    every: 2,
    start_date: '2027-01-10',
    save_as: 'confirmed',
    due_days: 0,
    count_max: 1,
  }
  const { id: recurring } = await post('/recurring-bills', { source_id: id, ...schedule })
  at('2027-01-11')
  await pass()
  const rows = await get('/recurring-bills')
  const made = rows.find((one: { id: number }) => one.id === recurring).occurrences[0]
  expect((await scheduleOf(made.record_id)).parts.map(({ date }) => date)).toEqual(['2027-01-31', '2027-02-28'])
})
