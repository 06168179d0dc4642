import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { dryCloseOf } from '../harness/closing/dry-close.ts'
import { randomAssets } from '../harness/closing/random-assets.ts'
import { checkStatementsTie } from '../harness/closing/statements-tie.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  onboardingBody,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A dry close shows what closing posts and what stops it, and leaves no trace.

let app: TestApp
const year = '2029'
beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2029-12-31T09:00:00Z') })
})

/** A small generator of its own: the same seed is the same year. */
function drawFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

/** A year of invoices, bills, foreign items, rows spread over months and assets of each method, drawn from a seed. */
async function randomYear(seed: number, onboarding = onboardingBody): Promise<Organization> {
  const owner = await createOrganization(app, onboarding)
  const draw = drawFrom(seed)
  const day = () => `${year}-0${1 + draw(9)}-${10 + draw(18)}`
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.10', valid_on: `${year}-01-01` }))
  const items = (tax_rate: number, spread: object = {}) => [
    {
      product_id: owner.ids.service,
      quantity: 1 + draw(3),
      price: `${100 + draw(900)}.${10 + draw(90)}`,
      tax_rate,
      ...spread,
    },
  ]
  for (let made = 0; made < 4; made++) {
    const date = day()
    expectOk(
      await owner.post('/invoices', invoiceBody(owner, { invoice_date: date, due_date: date, items: items(15) })),
    )
  }
  const foreign = { currency_id: 3, tax_id: owner.ids.zeroTax, items: items(0) }
  const date = day()
  expectOk(await owner.post('/invoices', invoiceBody(owner, { ...foreign, invoice_date: date, due_date: date })))
  const spread = { spread_from: `${year}-0${2 + draw(6)}-01`, spread_months: 3 + draw(20) }
  const bill = { bill_date: `${year}-02-01`, due_date: `${year}-02-01`, items: items(15, spread) }
  expectOk(await owner.post('/bills', billBody(owner, bill)))
  expectOk(await owner.post('/currencies/3/rate', { rate: `4.${1 + draw(8)}5`, valid_on: `${year}-12-01` }))
  await randomAssets(owner, year, draw)
  return owner
}

const close = (owner: Organization, id: number) =>
  owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'closed', waive_vat: true })
const yearOf = async (owner: Organization): Promise<{ id: number }> =>
  (await owner.get('/accounting/financial-years')).body.data[0]

test.each([1, 2, 3])('a dry close of year %i equals the close that follows', async (seed) => {
  const owner = await randomYear(seed)
  const { id } = await yearOf(owner)
  const { dry: dryOf, booked, lastNumber, postDue } = dryCloseOf(app, owner)
  // The first refusal of closing is the first thing that stops it.
  const blocked = await dryOf(`${year}-12-31`)
  expect((await close(owner, id)).headers.refusal).toBe(blocked.stops[0])
  expectOk(await clearOpening(owner, '40000', `${year}-12-31`))
  const from = await lastNumber()
  const dry = await dryOf(`${year}-12-31`)
  expect(dry.stops).toEqual(['year_needs_revaluation'])
  expect(await lastNumber()).toBe(from)

  for (let month = 0; month < 12; month++) await postDue()
  expectOk(await owner.post('/accounting/fx-revaluations', { date: `${year}-12-31` }))
  expectOk(await close(owner, id))
  expect(await booked(from, `${year}-12-31`)).toEqual(dry.lines)
  expect(dry.lines.filter((line) => line.startsWith('deferral')).length).toBeGreaterThan(40)
  const after = await dryOf(`${year}-12-31`)
  expect(after.lines).toEqual([])
  expect(after.statements).toEqual(dry.statements)
})

test.each([
  ['riyals', 1],
  ['dinars of a thousand fils', 9],
])('statements in %s equal the trial balance and each other, in both languages', async (_, currency_id) => {
  const owner = await randomYear(currency_id, (email) => {
    const body = onboardingBody(email)
    return { ...body, organization_information: { ...body.organization_information, currency_id } }
  })
  for (let month = 0; month < 12; month++) await dryCloseOf(app, owner).postDue()
  await checkStatementsTie(owner, { from: `${year}-01-01`, to: `${year}-12-31` })
})

test('a dry close waits for no lock, and its sheet names who can mend what stops the year', async () => {
  const owner = await randomYear(4)
  const sheet = await withSuperuser(app, async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT * FROM financial_years WHERE organization_id = $1 FOR UPDATE', [
      dryCloseOf(app, owner).organizationId,
    ])
    const answer = expectOk(await owner.get(`/reports/dry-close?to=${year}-12-31`)).body.data as Sheet
    await client.query('ROLLBACK')
    return answer
  })
  const stop = sheet.rows.find(({ key }) => key === 'stop:opening_not_cleared')
  expect(stop?.texts.who).toMatch(/\S/)
  expect(stop?.label.name_en).toMatch(/60,000/)
  expect(sheet.rows.find(({ key }) => key === 'step:bank')?.label.name_en).toMatch(/No bank account/)
  expect(sheet.rows.find(({ key }) => key === 'profit_and_loss:net_profit')?.figures.amount).toBeTypeOf('number')
  expect(sheet.difference).toBe(0)
})

test('each night stores its outcome until it is switched off', async () => {
  const owner = await randomYear(5)
  const { organizationId, postDue } = dryCloseOf(app, owner)
  const asked = async () => expectOk(await owner.get('/accounting/dry-close')).body.data
  expect(await asked()).toEqual({ is_nightly: false, last: null })
  expectOk(await owner.post('/accounting/dry-close/nightly', { is_on: true }))
  await postDue()
  expect(await asked()).toMatchObject({
    is_nightly: true,
    last: {
      month: { from: `${year}-11-01`, to: `${year}-11-30` },
      year: { to: `${year}-12-31` },
      month_stops: expect.any(Number),
    },
  })
  const waiting = () =>
    withSuperuser(app, async (client) => {
      const { rows } = await client.query(
        `SELECT count(*)::int AS n FROM outbox_messages WHERE organization_id = $1 AND kind = 'dry_close' AND state = 'waiting'`,
        [organizationId],
      )
      return rows[0].n as number
    })
  expect(await waiting()).toBe(1)
  const { at } = (await asked()).last
  expectOk(await owner.post('/accounting/dry-close/nightly', { is_on: false }))
  await postDue()
  expect(await asked()).toMatchObject({ is_nightly: false, last: { at } })
  expect(await waiting()).toBe(0)
})

test('a month without a year, and one of a closed year, post nothing', async () => {
  const owner = await createOrganization(app)
  const keys = async (to: string) =>
    (expectOk(await owner.get(`/reports/dry-close?to=${to}`)).body.data as Sheet).rows.map(({ key }) => key)
  expect(await keys('2035-05-05')).toContain('stop:no_open_year')
  expectOk(await clearOpening(owner, '40000', `${year}-12-31`))
  const { id } = await yearOf(owner)
  expectOk(await close(owner, id))
  const closed = await keys(`${year}-05-05`)
  expect(closed).toContain('nothing:entries')
  expect(closed).toContain('nothing:year')
})

test('a currency without a rate stops a dry close as its revaluation is refused, and names who may set one', async () => {
  const owner = await createOrganization(app)
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 0 }]
  const foreign = { currency_id: 3, exchange_rate: '3.75', tax_id: owner.ids.zeroTax, items }
  const days = { invoice_date: `${year}-06-01`, due_date: `${year}-06-01` }
  expectOk(await owner.post('/invoices', invoiceBody(owner, { ...foreign, ...days })))
  const refused = await owner.post('/accounting/fx-revaluations', { date: `${year}-12-31` })
  expect(refused.headers.refusal).toBe('currency_without_rate')
  const { rows } = expectOk(await owner.get(`/reports/dry-close?to=${year}-12-31`)).body.data as Sheet
  expect(rows.find(({ key }) => key === 'stop:currency_without_rate')?.texts.who).toMatch(/\S/)
  expectOk(await owner.post('/currencies/3/rate', { rate: '3.80', valid_on: `${year}-01-01` }))
  const { stops, lines } = await dryCloseOf(app, owner).dry(`${year}-12-31`)
  expect(stops).not.toContain('currency_without_rate')
  expect(lines.some((line) => line.startsWith('fx_revaluation '))).toBe(true)
})
