import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { roleBalances } from '../harness/books.ts'
import { callsOf, expectOk, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'
import { createSmallCompany, invoice, type SmallCompany } from '../harness/small-company.ts'

// Filing sends nothing to the authority; the return filed last may be taken back, and is due as before.

let app: TestApp
let owner: SmallCompany
let calls: ReturnType<typeof callsOf>
const year = Number(today().slice(0, 4))
const [december, march] = [Number(`${year - 1}1231`), Number(`${year}0331`)]
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSmallCompany(app, year)
  calls = callsOf(owner)
})
const act = (id: number, what: string, body?: object) => owner.post(`/vat-periods/${id}/${what}`, body)
const done = async (id: number, what: string, body?: object) => expectOk(await act(id, what, body)).body.data
type Shown = { id: number; status: string; net: number; authority_reference: string | null }
const one = async (id: number) => (await calls.get('/vat-periods')).periods.find((row: Shown) => row.id === id) as Shown
const home = async () => (await calls.get('/reports/home')).attention.due_returns
const quarter = `from=${year}-01-01&to=${year}-03-31`
const show = async (path: string): Promise<Sheet> => calls.get(`/reports/${path}`)

test('the home page names the first return that is due, and by when', async () => {
  expect(await home()).toMatchObject({ from: `${year - 1}-10-01`, to: `${year - 1}-12-31`, until: `${year}-01-31` })
  const { count } = await home()
  await done(december, 'file')
  expect(await home()).toMatchObject({ count: count - 1, from: `${year}-01-01`, until: `${year}-04-30` })
})

test("the return shows the authority's number of its filing", async () => {
  const notes = async () => (await show(`vat-return?from=${year - 1}-10-01&to=${year - 1}-12-31`)).notes.slice(1)
  expect(await notes()).toEqual([{ word: 'notes.return_not_sent', params: {} }])
  await done(december, 'reference', { authority_reference: 'ZT-4711' })
  expect((await one(december)).authority_reference).toBe('ZT-4711')
  expect(await notes()).toEqual([{ word: 'notes.return_reference', params: { reference: 'ZT-4711' } }])
  await done(december, 'reference', { authority_reference: '' })
  expect((await one(december)).authority_reference).toBe(null)
  expect((await act(march, 'reference', { authority_reference: 'x' })).status).toBe(404)
})

test('the last filed return is taken back, and filed again with later documents', async () => {
  const before = Object.fromEntries(await roleBalances(app, owner))
  await done(march, 'file')
  await done(march, 'reference', { authority_reference: 'ZT-1' })
  const net = (await one(march)).net
  expect((await act(december, 'take-back', { reason: 'x' })).body.errors).toHaveProperty('period')
  expect((await act(march, 'take-back', { reason: '' })).body.errors).toHaveProperty('reason')
  const clerk = await clientWith(app, owner, ['file-vat'])
  expect((await clerk.post(`/vat-periods/${march}/take-back`, { reason: 'x' })).status).toBe(403)
  const { taken_back } = await done(march, 'take-back', { reason: 'فاتورة منسية' })
  expect(taken_back).toMatchObject([
    { from: `${year}-01-01`, to: `${year}-03-31`, net, authority_reference: 'ZT-1', reason: 'فاتورة منسية' },
  ])
  expect(await one(march)).toMatchObject({ status: 'open', net, authority_reference: null })
  expect(Object.fromEntries(await roleBalances(app, owner))).toEqual(before)
  expect((await act(march, 'take-back', { reason: 'x' })).status).toBe(404)
  // Its days accept tax again; those of the previous return do not.
  await invoice(owner, `${year}-03-05`, 1000)
  await expect(invoice(owner, `${year - 1}-12-05`, 1000)).rejects.toThrow()
  expect((await show(`vat-return?${quarter}`)).difference).toBe(0)
  await done(march, 'file')
  expect((await one(march)).net).toBe(net + 150)
  expect((await show(`vat-return?${quarter}`)).difference).toBe(0)
  await done(march, 'take-back', { reason: 'مرة أخرى' })
  await done(march, 'file')
  expect((await calls.get('/vat-periods')).taken_back).toHaveLength(2)
})

test('not while its credit is claimed back, nor where its day is locked; what was filed is never just deleted', async () => {
  const june = Number(`${year}0630`)
  await calls.post('/bills', billBody(owner, { bill_date: `${year}-05-01`, due_date: `${year}-05-01` }))
  await done(june, 'file')
  expect((await one(june)).net).toBeLessThan(0)
  await done(june, 'credit', { credit: 'claimed' })
  expect((await act(june, 'take-back', { reason: 'x' })).body.errors.period).toContain('carry it forward first')
  await done(june, 'credit', { credit: 'carried' })
  const lock = (all: string | null) => owner.post('/accounting/period-locks', { all, sales: null, purchases: null })
  expectOk(await lock(`${year}-06-30`))
  expect((await act(june, 'take-back', { reason: 'x' })).body.errors).toHaveProperty('period')
  expectOk(await lock(null))
  const deleting = withSuperuser(app, (client) => client.query('DELETE FROM vat_periods WHERE id = $1', [june]))
  await expect(deleting).rejects.toThrow(/taken back/)
  const asKnown = new Date().toISOString()
  await done(june, 'take-back', { reason: 'x' })
  // The report as recorded then still carries its credit into the next period.
  const carried = async (query = '') =>
    (await show(`vat-return?from=${year}-07-01&to=${year}-09-30${query}`)).rows.find(({ key }) => key === 'box:15')
      ?.figures.vat
  expect(await carried()).toBe(0)
  expect(await carried(`&as_known_at=${asKnown}`)).toBeGreaterThan(0)
})

test('the reverse-charged tax of both sides is shown below its box', async () => {
  const taxes = (await calls.get('/taxes')) as { id: number; treatment: string }[]
  const { id: tax_id } = taxes.find(({ treatment }) => treatment === 'reverse_charge') as { id: number }
  await calls.post(
    '/bills',
    billBody(owner, {
      bill_date: `${year}-05-02`,
      due_date: `${year}-05-02`,
      items: [{ product_id: owner.ids.service, quantity: 1, price: 1000, tax_rate: 0 }],
      tax_id,
    }),
  )
  const { rows, difference } = await show(`vat-return?from=${year}-04-01&to=${year}-06-30`)
  const at = rows.findIndex(({ key }) => key === 'box:9')
  expect(rows.slice(at, at + 3).map(({ key, figures }) => [key, figures.box_amount, figures.vat])).toEqual([
    ['box:9', 1000, 0],
    ['vat_rc_charged', undefined, 150],
    ['vat_rc_deducted', undefined, 150],
  ])
  expect(difference).toBe(0)
})
