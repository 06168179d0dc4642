import { beforeAll, expect, test } from 'vitest'
import { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, expectOk, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A posting between 21:00 and midnight UTC is on the next day in Riyadh. A report as recorded at the end of a day uses the days of
// Riyadh, to the instant.

let app: TestApp
let owner: Organization
const year = today().slice(0, 4)
const asked = `from=${year}-01-01&to=${year}-12-31`
const late = `${year}-01-20T22:30:00.000Z`
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  const dated = { invoice_date: `${year}-01-10`, due_date: `${year}-01-10` }
  expectOk(await owner.post('/invoices', invoiceBody(owner, dated)))
  await withSuperuser(app, async (client) => {
    await client.query("SET session_replication_role = 'replica'")
    for (const table of ['journal_entries', 'documents'])
      await client.query(`UPDATE ${table} SET posted_at = $1 WHERE organization_id = $2 AND posted_at IS NOT NULL`, [
        late,
        owner.token?.split('.')[0],
      ])
  })
})

const whom: Record<string, () => string> = {
  open_receivables: () => `&customer_id=${owner.ids.customer}`,
  customer_statement: () => `&customer_id=${owner.ids.customer}`,
  sales_details: () => '',
}
const told = Object.values(reports).filter(
  ({ name, filters }) =>
    filters.includes('as_known_at') &&
    !/payable|supplier|purchase|stock|inventory|entry_digests|cost_center/.test(name),
)

test.each(told.map(({ name, path }) => [name, path] as const))('%s', async (name, path) => {
  const account = expectOk(await owner.get('/accounting/accounts/list')).body.data.find(
    (one: { number: string }) => one.number === '110201',
  ).id
  const more = name === 'account_statement' ? `&account_id=${account}` : (whom[name]?.() ?? '')
  const figures = async (known_at: string) => {
    const { rows } = expectOk(await owner.get(`${path}?${asked}${more}&as_known_at=${encodeURIComponent(known_at)}`))
      .body.data as Sheet
    return rows.some((row) => Object.values(row.figures ?? {}).some((figure) => Math.abs(figure ?? 0) >= 150))
  }
  expect({
    theDayOfUtc: await figures(`${year}-01-20`),
    justBefore: await figures(`${year}-01-20T22:29:59.999Z`),
    theInstant: await figures(late),
    theDayOfRiyadh: await figures(`${year}-01-21`),
    inRiyadh: await figures(`${year}-01-21T01:30:00+03:00`),
  }).toEqual({ theDayOfUtc: false, justBefore: false, theInstant: true, theDayOfRiyadh: true, inRiyadh: true })
})
