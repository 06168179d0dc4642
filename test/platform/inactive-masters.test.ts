import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// What is no longer in use is named by nothing new, and stays on what names it already: every call that posts, and every
// master record that it refers to.

const app = await createTestApp()
const owner = await createOrganization(app)
const calls = callsOf(owner)
type Body = Record<string, unknown>

/** Masters of its own for each kind, so that taking one out of use touches nothing else. */
const made = async (path: string, body: Body) => (await calls.post(path, body)).id as number
const accounts = (await calls.get('/accounting/accounts/list')) as { id: number; number: string }[]
const numbered = (number: string) => accounts.find((account) => account.number === number)?.id as number
const node = { name: 'x', name_en: 'x', type: 'sub', status: 'active' }
const ids = {
  branches: await made('/branches', { ...(await bodies.branches(owner)), status: 'active' }),
  taxes: await made('/taxes', { ...(await bodies.taxes(owner)), rate: '15', status: 'active' }),
  payment_methods: await made('/payment-methods', await bodies.paymentMethods(owner)),
  products: await made('/products', {
    ...(await bodies.products(owner)),
    product_type_id: 2,
    unlimited_quantity: true,
  }),
  units: await made('/units', await bodies.units(owner)),
  product_categories: await made('/product-categories', await bodies.productCategories(owner)),
  cost_centers: await made('/accounting/cost-centers', { ...node, number: '91' }),
  accounts: numbered('520401'),
}
type Master = keyof typeof ids

const item = { product_id: owner.ids.service, quantity: 1, price: 1000, tax_rate: 15 }
const received = (change: Body): Body => paymentBody(owner, change)
const spent = (change: Body): Body => {
  const { customer_id: _, ...paid } = paymentBody(owner, change)
  return { ...paid, supplier_id: owner.ids.supplier }
}
const setOff = async () => ({
  set_off_date: today(),
  branch_id: ids.branches,
  currency_id: owner.ids.currency,
  customer_id: owner.ids.customer,
  supplier_id: owner.ids.supplier,
  receivables: [{ reference_id: await made('/invoices', invoiceBody(owner)), amount: 1 }],
  payables: [{ reference_id: await made('/bills', billBody(owner)), amount: 1 }],
})
const journal = async (change: Body = {}, line: Body = {}) => {
  const body = await journalBody(owner, change)
  const [first, ...rest] = body.lines as Body[]
  return { ...body, lines: [{ ...first, ...line }, ...rest] }
}
const productOf = async (change: Body) => ({ ...(await bodies.products(owner)), ...change })
const advance = () => made('/accounting/income-payments', paymentBody(owner))

type Case = { what: Master; path: string | (() => Promise<string>); field: string; body: () => Promise<Body> | Body }
const { branches: branch_id, taxes: tax_id, payment_methods: payment_method_id, products: product_id } = ids
const { cost_centers: cost_center_id, accounts: account_id } = ids
const documents = (path: string, of: typeof billBody): Case[] => [
  { what: 'branches', path, field: 'branch_id', body: () => of(owner, { branch_id }) },
  { what: 'taxes', path, field: 'tax_id', body: () => of(owner, { tax_id }) },
  { what: 'products', path, field: 'items.0.product_id', body: () => of(owner, { items: [{ ...item, product_id }] }) },
  {
    what: 'cost_centers',
    path,
    field: 'items.0.cost_center_id',
    body: () => of(owner, { items: [{ ...item, cost_center_id }] }),
  },
]
const advanced: typeof billBody = (organization, change = {}) => invoiceBody(organization, change)
const payments = (path: string, of: typeof received): Case[] => [
  { what: 'branches', path, field: 'branch_id', body: () => of({ branch_id }) },
  { what: 'payment_methods', path, field: 'payment_method_id', body: () => of({ payment_method_id }) },
]
/** Records that can be corrected: they keep masters that have become inactive since. */
const corrected: Case[] = [
  ...documents('/invoices', invoiceBody),
  ...documents('/bills', billBody),
  // An advance is on no cost center: nothing of it is income yet.
  ...documents('/advance-invoices', advanced).filter(({ what }) => what !== 'cost_centers'),
  ...payments('/accounting/income-payments', received),
  ...payments('/accounting/expense-payments', spent),
  { what: 'branches', path: '/accounting/journal-entries', field: 'branch_id', body: () => journal({ branch_id }) },
  {
    what: 'accounts',
    path: '/accounting/journal-entries',
    field: 'lines.0.account_id',
    body: () => journal({}, { account_id }),
  },
  {
    what: 'cost_centers',
    path: '/accounting/journal-entries',
    field: 'lines.0.cost_center_id',
    body: () => journal({}, { cost_center_id }),
  },
  {
    what: 'branches',
    path: '/inventory/counts',
    field: 'branch_id',
    body: async () => ({ ...(await bodies.stockCounts(owner)), branch_id }),
  },
  {
    what: 'branches',
    path: '/customs-declarations',
    field: 'branch_id',
    body: async () => ({ ...(await bodies.customsDeclarations(owner)), branch_id }),
  },
  { what: 'units', path: '/products', field: 'unit_id', body: () => productOf({ unit_id: ids.units }) },
  {
    what: 'product_categories',
    path: '/products',
    field: 'product_category_id',
    body: () => productOf({ product_category_id: ids.product_categories }),
  },
]
/** Records that are posted once and can only be reversed. */
const once: Case[] = [
  { what: 'branches', path: '/accounting/set-offs', field: 'branch_id', body: setOff },
  {
    what: 'payment_methods',
    path: async () => `/accounting/income-payments/${await advance()}/refund`,
    field: 'payment_method_id',
    body: () => ({ refund_date: today(), amount: 1, payment_method_id }),
  },
  {
    what: 'accounts',
    path: async () => `/accounting/income-payments/${await advance()}/refund`,
    field: 'account_id',
    body: () => ({ refund_date: today(), amount: 1, account_id }),
  },
  {
    what: 'accounts',
    path: async () => `/invoices/${await made('/invoices', invoiceBody(owner))}/write-off`,
    field: 'account_id',
    body: () => ({ write_off_date: today(), amount: 1, reason: 'تعذر التحصيل', account_id }),
  },
  { what: 'branches', path: '/vat-adjustments', field: 'branch_id', body: () => ({ ...adjustment, branch_id }) },
  { what: 'accounts', path: '/vat-adjustments', field: 'account_id', body: () => ({ ...adjustment, account_id }) },
]
const adjustment = {
  adjustment_date: today(),
  direction: 'increase',
  amount: '10',
  reason: 'تصحيح',
  branch_id: owner.ids.branch,
  account_id: numbered('520401'),
}

/** Does something while a master record is out of use. */
async function without<Result>(what: Master, work: () => Promise<Result>): Promise<Result> {
  const become = (status: string) =>
    withSuperuser(app, (client) => client.query(`UPDATE ${what} SET status = $1 WHERE id = $2`, [status, ids[what]]))
  await become('inactive')
  try {
    return await work()
  } finally {
    await become('active')
  }
}
const named = ({ path, field }: Case) => `${typeof path === 'string' ? path : 'what follows a record'}: ${field}`
const where = async ({ path }: Case) => (typeof path === 'string' ? path : path())

describe('something new is refused on its field', () => {
  test.each([...corrected, ...once].map((one) => [named(one), one] as const))('%s', async (_, one) => {
    const [path, body] = [await where(one), await one.body()]
    await without(one.what, async () => {
      const reply = await owner.post(path, body)
      expect([reply.status, reply.body.errors]).toEqual([422, { [one.field]: expect.stringContaining('inactive') }])
      const arabic = await owner.post(path, body, { 'accept-language': 'ar' })
      expect(arabic.body.errors[one.field]).toContain('غير نشطة')
    })
    // And is nothing else than that.
    expectOk(await owner.post(path, body))
  })
})

describe('what names it already is corrected, and goes on naming it', () => {
  test.each(corrected.map((one) => [named(one), one] as const))('%s', async (_, one) => {
    const [path, body] = [await where(one), await one.body()]
    const { id } = await calls.post(path, body)
    const change = changeOf(path, body)
    await without(one.what, async () => {
      expectOk(await owner.post(`${path}/${id}`, { ...body, ...change }))
    })
  })
})

/** Something that reaches the books, so that it is no mere remark. */
function changeOf(path: string, { items, lines, ...body }: Body): Body {
  if (items) return { items: (items as Body[]).map((row) => ({ ...row, price: 900 })) }
  if (path === '/inventory/counts') return { lines: (lines as Body[]).map((row) => ({ ...row, counted: '980' })) }
  if (path === '/customs-declarations') return { duty: '40' }
  if (lines) return { lines: (lines as Body[]).map((row) => halved(row)) }
  return body.amount ? { amount: 900 } : { sale_price: '13' }
}
const halved = (row: Body) => ({
  ...row,
  debit: row.debit ? Number(row.debit) / 2 : '',
  credit: row.credit ? Number(row.credit) / 2 : '',
})

test('a draft is saved and confirmed with active masters only', async () => {
  const body = invoiceBody(owner, { tax_id, status: 'draft' })
  const { id } = await calls.post('/invoices', body)
  await without('taxes', async () => {
    const refusal = { tax_id: expect.stringContaining('inactive') }
    expect(await calls.errors('/invoices', body)).toEqual(refusal)
    expect(await calls.errors(`/invoices/${id}/confirm`, {})).toEqual(refusal)
  })
  expectOk(await owner.post(`/invoices/${id}/confirm`, {}))
})

test('another record that is out of use is refused in a correction as well', async () => {
  const { id, invoice_number } = await calls.post('/invoices', invoiceBody(owner))
  await without('taxes', async () => {
    const changed = invoiceBody(owner, { invoice_number, tax_id })
    expect(await calls.errors(`/invoices/${id}`, changed)).toHaveProperty('tax_id')
  })
})

test('a form offers what is in use, and what its record names already', async () => {
  for (const [what, path] of [
    ['branches', '/branches/list'],
    ['taxes', '/taxes/list'],
  ] as const) {
    const offered = async (query = '') => {
      const rows = (await calls.get(`${path}${query}`)) as { id: number }[]
      return rows.some(({ id }) => id === ids[what])
    }
    expect(await offered()).toBe(true)
    await without(what, async () => {
      expect([what, await offered()]).toEqual([what, false])
      expect([what, await offered(`?with_id=${ids[what]}`)]).toEqual([what, true])
    })
  }
})
