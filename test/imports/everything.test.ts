import { globSync, readFileSync } from 'node:fs'
import { unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { importKindNames } from '#contract/imports/import-kinds.ts'
import { addDays, monthStart } from '#ledger/calendar/calendar.ts'
import { createQuarter } from '../books/quarter/company.ts'
import { createCompany, happen } from '../books/second-quarter/company.ts'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { expectOk, onboardingBody, registeredBody, signUp, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { filledOrganization } from './filled.ts'
import { ended, everythingOf, figuresOf, importPackage } from './packages.ts'
import { openBesideAdvance, reversedOrganization } from './reversed.ts'

// Everything leaves as one file and comes back into a new organization: the same trial balance, ageing, stock and VAT.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

async function newOrganization(onboarding = onboardingBody): Promise<Client> {
  const owner = await signUp(app)
  expectOk(await owner.post('/organization/onboarding/submit', onboarding(owner.email)))
  return owner
}

test('a quarter of business comes back with the same figures', async () => {
  const from = await createQuarter(app)
  const to = await newOrganization()
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  expect(done.record).toMatchObject({ state: 'committed', rows_refused: 0 })
  // A file of a package goes with the others.
  const [part] = done.record.parts as { id: number }[]
  expect((await to.post(`/imports/${part?.id}/undo`)).headers.refusal).toBe('import_of_package')
  expect(expectOk(await to.get('/imports')).body.data).toHaveLength(1)
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
  await expectReceipt(to, done.record.id, from)
})

const receiptOf = async (owner: Client, id: number) => expectOk(await owner.get(`/imports/${id}/month-ends`)).body.data

/** Equal at the end of every month; an entry on a past day makes it differ from that month on, by account. */
async function expectReceipt(to: Client, id: number, from: Client): Promise<void> {
  const receipt = await receiptOf(to, id)
  expect(receipt).toMatchObject({ state: 'equal', through: today(), differing: 0, rows: [] })
  expect(receipt.days).toBeGreaterThan(3)
  const accounts = expectOk(await to.get('/accounting/accounts/list')).body.data as { id: number; number: string }[]
  const idOfAccount = (number: string) => accounts.find((account) => account.number === number)?.id
  const [branch] = expectOk(await to.get('/branches/list')).body.data
  const { organization } = expectOk(await to.get('/auth/session')).body.data
  const past = addDays(monthStart(today()), -1)
  const entry = {
    journal_number: 'LATE-1',
    journal_date: past,
    branch_id: branch.id,
    currency_id: organization.currency.id,
    lines: [
      { account_id: idOfAccount('110101'), debit: '70', credit: '0' },
      { account_id: idOfAccount('110103'), debit: '0', credit: '70' },
    ],
  }
  expectOk(await to.post('/accounting/journal-entries', entry))
  const { state, differing, rows } = await receiptOf(to, id)
  expect({ state, differing }).toEqual({ state: 'differing', differing: 4 })
  const said = rows.map((row: { date: string; number: string; difference: number }) => [
    row.date,
    row.number,
    row.difference,
  ])
  expect(said).toEqual(
    [past, today()].flatMap((day) => [
      [day, '110101', 70],
      [day, '110103', -70],
    ]),
  )
  // A package without balances is never called equal.
  const files = unzipSync(await everythingOf(app, from, 'csv'))
  expect(Object.keys(files)).toContain('99-month-ends.json')
  const { '99-month-ends.json': _, ...records } = files
  const bare = await newOrganization()
  const done = await importPackage(bare, Buffer.from(zipSync(records)))
  expect(await receiptOf(bare, done.record.id)).toMatchObject({ state: 'none', rows: [] })
}

test('an import of everything is undone from the last record to the first', async () => {
  const from = await createQuarter(app)
  const to = await newOrganization()
  const before = await figuresOf(to)
  const { record } = await importPackage(to, await everythingOf(app, from, 'csv'))
  expectOk(await to.post(`/imports/${record.id}/undo`))
  const undone = await ended(to, record.id)
  expect(undone).toMatchObject({ state: 'undone', refusal: null })
  expect(await figuresOf(to)).toEqual(before)
  const again = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(again.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

test('a trader in several currencies comes back with the same figures', async () => {
  const from = await createCompany(app)
  for (const line of readFileSync(new URL('../books/second-quarter/events.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'))
    await happen(from, line)
  const to = await newOrganization()
  const done = await importPackage(to, await everythingOf(app, from, 'xlsx'))
  expect(done.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

test('a record of every other source comes back with the same figures', async () => {
  const from = await filledOrganization(app, today().slice(0, 4))
  await app.app.services.outbox.drain()
  const to = await newOrganization(registeredBody)
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  // Parts of deferrals are posted in the background: until then nothing is called equal.
  expect(await receiptOf(to, done.record.id)).toMatchObject({ state: 'waiting', waiting: expect.any(Number), rows: [] })
  await app.app.services.outbox.drain()
  expect(await pricesOf(to)).toEqual(await pricesOf(from))
  expect(await placesOf(to)).toEqual(await placesOf(from))
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
  expect(await receiptOf(to, done.record.id)).toMatchObject({ state: 'equal', failed: 0 })
})

/** The places of an organization, and what each has. */
async function placesOf(owner: Client) {
  const places = expectOk(await owner.get('/inventory/places')).body.data as { id: number }[]
  const said = places.map(async ({ id, ...place }) => {
    const held = expectOk(await owner.get(`/inventory/place-stock?place_id=${id}`)).body.data
    const { name, is_main, is_transit, status } = place as unknown as Record<string, unknown>
    return {
      name,
      is_main,
      is_transit,
      status,
      held: held.map((row: Record<string, unknown>) => [row.code, row.quantity]),
    }
  })
  // The three that were added, and what is on the way.
  expect(said).toHaveLength(4)
  return Promise.all(said)
}

type PriceRow = {
  product_id: number
  product_unit_id: number | null
  product: { code: string }
  unit: { name: string }
}

/** The price lists of an organization, by what they name. */
async function pricesOf(owner: Client) {
  const lists = expectOk(await owner.get('/price-lists')).body.data as { id: number }[]
  const said = lists.map(async ({ id }) => {
    const { customers, items, ...list } = expectOk(await owner.get(`/price-lists/${id}`)).body.data
    const rows = items.map(({ product_id: _, product_unit_id, product, unit, ...item }: PriceRow) => [
      product.code,
      unit.name,
      product_unit_id === null,
      item,
    ])
    const { id: _, version: __, created_at: ___, ...head } = list
    return { head, rows, members: customers.map(({ customer }: { customer: { name: string } }) => customer.name) }
  })
  expect(said.length).toBeGreaterThan(0)
  return Promise.all(said)
}

test('what was reversed on a later day comes back with the same balances in between, and leaves with the undo', async () => {
  const from = await reversedOrganization(app, today().slice(0, 4))
  const to = await newOrganization(registeredBody)
  const before = await figuresOf(to)
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  const [theirs, ours] = [await figuresOf(from), await figuresOf(to)]
  expect(ours).toEqual(theirs)
  expectOk(await to.post(`/imports/${done.record.id}/undo`))
  expect(await ended(to, done.record.id)).toMatchObject({ state: 'undone', refusal: null })
  expect(await figuresOf(to)).toEqual(before)
  const again = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(again.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(theirs)
})

test('a note on an invoice whose receipt was voided leaves the invoice open and the advance unused', async () => {
  const from = await openBesideAdvance(app, today().slice(0, 4))
  const to = await newOrganization(registeredBody)
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
  const [invoice] = expectOk(await to.get('/invoices')).body.data
  // The customer paid again.
  expect(invoice).toMatchObject({ total: 115, paidAmount: 115, status: 'paid' })
  const [note] = expectOk(await to.get('/credit-notes')).body.data
  expect(note).toMatchObject({ total: 115, remainingAmount: 115 })
})

/** The kind that brings an entry of a source again. Of months and returns it is what they follow from. */
const kindOf: Record<string, (typeof importKindNames)[number]> = {
  delivery_note: 'delivery_notes',
  goods_receipt: 'goods_receipts',
  invoice: 'invoices',
  bill: 'bills',
  advance_invoice: 'advance_invoices',
  customs_declaration: 'customs_declarations',
  landed_cost: 'landed_costs',
  credit_note: 'credit_notes',
  debit_note: 'debit_notes',
  supplier_credit: 'supplier_credits',
  income_payment: 'income_payments',
  expense_payment: 'expense_payments',
  set_off: 'set_offs',
  write_off: 'write_offs',
  retention: 'retention_releases',
  inventory_count: 'stock_counts',
  opening_stock: 'opening_stock',
  opening: 'opening_lines',
  opening_receivable: 'opening_receivables',
  opening_payable: 'opening_payables',
  opening_customer_credit: 'opening_customer_credits',
  opening_supplier_credit: 'opening_supplier_credits',
  opening_clearing: 'opening_clearings',
  manual: 'journal_entries',
  tax_adjustment: 'vat_adjustments',
  vat_period: 'vat_returns',
  closing: 'year_closings',
  fx_revaluation: 'fx_revaluations',
  fx_revaluation_cash: 'fx_revaluations',
  fx_revaluation_return: 'fx_revaluations',
  deferral: 'bills',
  asset: 'asset_events',
}

test('every source of a posted entry has a kind that brings it', async () => {
  const posted = await withSuperuser(app, async (client) =>
    (await client.query('SELECT DISTINCT source FROM journal_entries')).rows.map(
      (row: { source: string }) => row.source,
    ),
  )
  const families =
    '{assets,catalog,closing,customs,deferrals,documents,manual-entries,notes,opening,payments,setoffs,vat}'
  const written = globSync(`server/${families}/**/*.ts`)
    .filter((path) => /posting\/plan\.ts/.test(readFileSync(path, 'utf8')) || path.includes('deferral-rows'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\b\w*[sS]ource(?:: | = )'(\w+)'/g)].map(([, name]) => name as string),
    )
  expect(posted.length).toBeGreaterThan(20)
  expect(written.length).toBeGreaterThan(8)
  expect([...new Set([...posted, ...written])].filter((source) => !(source in kindOf))).toEqual([])
  expect(Object.values(kindOf).filter((kind) => !importKindNames.includes(kind))).toEqual([])
})
