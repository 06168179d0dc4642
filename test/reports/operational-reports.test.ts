import { beforeAll, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// The reports of receivables, trade and stock of a company computed manually: an invoice of 1,150 due 31 January, one
// of 2,300 due 30 April, 1,500 received on 10 March of which 1,150 settle the first; a bill of 690 due 15 February, of
// which 190 are paid on 1 March.

let owner: Organization
let open: number
const year = Number(today().slice(0, 4))
const day = (text: string) => `${year}-${text}`
const service = (price: number) => [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
const show = async (path: string): Promise<Sheet> => expectOk(await owner.get(`/reports/${path}`)).body.data
const at = (sheet: Sheet, key: string) => sheet.rows.find((row) => row.key === key)?.figures

beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  const invoice = (date: string, due: string, price: number) =>
    idOf(
      owner.post(
        '/invoices',
        invoiceBody(owner, { invoice_date: day(date), due_date: day(due), items: service(price) }),
      ),
    )
  const first = await invoice('01-01', '01-31', 1000)
  open = await invoice('02-01', '04-30', 2000)
  const receipt = { payment_date: day('03-10'), amount: 1500, references: [{ reference_id: first, amount: 1150 }] }
  expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, receipt)))
  const bill = await idOf(
    owner.post('/bills', billBody(owner, { bill_date: day('01-20'), due_date: day('02-15'), items: service(600) })),
  )
  const paid = { payment_date: day('03-01'), amount: 190, references: [{ reference_id: bill, amount: 190 }] }
  const { customer_id: _, ...payment } = paymentBody(owner, paid)
  expectOk(await owner.post('/accounting/expense-payments', { ...payment, supplier_id: owner.ids.supplier }))
})

const none = { not_due: 0, days_30: 0, days_60: 0, days_90: 0, days_120: 0, older: 0, advances: 0 }

test('aged receivables at any date equal the books', async () => {
  const customer = `party:${owner.ids.customer}`
  for (const [date, expected] of [
    ['01-31', { ...none, not_due: 1150, total: 1150 }],
    ['02-01', { ...none, not_due: 2300, days_30: 1150, total: 3450 }],
    ['03-02', { ...none, not_due: 2300, days_30: 1150, total: 3450 }],
    ['03-09', { ...none, not_due: 2300, days_60: 1150, total: 3450 }],
    ['03-10', { ...none, not_due: 2300, advances: -350, total: 1950 }],
    ['06-29', { ...none, days_60: 2300, advances: -350, total: 1950 }],
    ['12-31', { ...none, older: 2300, advances: -350, total: 1950 }],
  ] as const) {
    const sheet = await show(`aged-receivables?to=${day(date)}`)
    expect(at(sheet, customer), date).toEqual(expected)
    expect(at(sheet, 'total'), date).toEqual(expected)
    expect(sheet.difference, date).toBe(0)
  }
  expect((await show(`aged-receivables?to=${year - 1}-12-31`)).rows).toEqual([])
})

test('aged payables, and what was paid later', async () => {
  const supplier = `party:${owner.ids.supplier}`
  const before = await show(`aged-payables?to=${day('02-28')}`)
  expect(at(before, supplier)).toEqual({ ...none, days_30: 690, total: 690 })
  const after = await show(`aged-payables?to=${day('03-31')}`)
  expect(at(after, supplier)).toEqual({ ...none, days_60: 500, total: 500 })
  expect([before.difference, after.difference]).toEqual([0, 0])
})

test('a statement runs from the opening to what the aged report says', async () => {
  const asked = `customer_id=${owner.ids.customer}&from=${day('02-01')}&to=${day('03-31')}`
  const sheet = await show(`customer-statement?${asked}`)
  expect(sheet.rows.map(({ figures, texts }) => [texts.date, texts.due_date ?? null, figures])).toEqual([
    [undefined, null, { balance: 1150 }],
    [day('02-01'), day('04-30'), { debit: 2300, balance: 3450, remaining: 2300 }],
    [day('03-10'), null, { credit: 1500, balance: 1950 }],
    [undefined, null, { debit: 2300, credit: 1500, balance: 1950 }],
  ])
  expect(sheet.subject?.name).toBe('عميل')
  expect(sheet.below?.rows[0]?.figures).toEqual({ ...none, not_due: 2300, advances: -350, total: 1950 })
  const supplier = await show(
    `supplier-statement?supplier_id=${owner.ids.supplier}&from=${day('01-01')}&to=${day('12-31')}`,
  )
  expect(supplier.rows.map(({ figures }) => figures)).toEqual([
    { balance: 0 },
    { credit: 690, balance: 690, remaining: 500 },
    { debit: 190, balance: 500 },
    { debit: 190, credit: 690, balance: 500 },
  ])
  const other = await owner.get(`/reports/customer-statement?customer_id=${owner.ids.supplier}`)
  expect(other.body.errors).toHaveProperty('customer_id')
})

test('the open items of one party with their days overdue end with the total of the aged report', async () => {
  const shown = async (path: string) =>
    (await show(path)).rows.map(({ label, texts, figures }) => [
      label.word,
      texts.due_date ?? null,
      figures.days_late ?? null,
      figures.remaining,
    ])
  const theirs = `open-receivables?customer_id=${owner.ids.customer}`
  const ahead = ['columns.advances', null, null, -350]
  expect(await shown(`${theirs}&to=${day('03-31')}`)).toEqual([
    ['kinds.invoice', day('04-30'), null, 2300],
    ahead,
    ['lines.total', null, null, 1950],
  ])
  expect(await shown(`${theirs}&to=${day('05-10')}&age=days_30`)).toEqual([
    ['kinds.invoice', day('04-30'), 10, 2300],
    ['lines.total', null, null, 2300],
  ])
  expect(await shown(`${theirs}&to=${day('05-10')}&age=not_due`)).toEqual([])
  expect(await shown(`${theirs}&to=${day('05-10')}&age=advances`)).toEqual([ahead, ['lines.total', null, null, -350]])
  // For all parties, the advances of each party follow its documents.
  const { rows: everybody } = await show(`open-receivables?to=${day('03-31')}`)
  expect(everybody.at(-2)).toMatchObject({
    texts: { party: { name: 'عميل' } },
    figures: { remaining: -350 },
    link: { to: 'account_statement', query: { account_id: expect.any(Number), party_id: owner.ids.customer } },
  })
  const behind = await show(`open-receivables?to=${day('03-31')}&after=ahead.0`)
  expect(behind.rows).toEqual(everybody.slice(-2))
  expect((await show(`open-receivables?to=${day('03-31')}&after=ahead.1`)).rows).toEqual([])
  const bills = await show(`open-payables?supplier_id=${owner.ids.supplier}&to=${day('03-31')}`)
  // A bill of 690 of which 190 were paid.
  expect(bills.rows.map(({ figures }) => [figures.original, figures.remaining])).toEqual([
    [690, 500],
    [undefined, 500],
  ])
  expect(bills.rows[0]?.link?.to).toBe('bill')
  const statement = await show(`customer-statement?customer_id=${owner.ids.customer}&to=${day('03-31')}`)
  expect(statement.below?.rows[0]?.link).toEqual({
    to: 'open_receivables',
    query: { customer_id: owner.ids.customer, to: day('03-31') },
  })
  const other = await owner.get(`/reports/open-receivables?customer_id=${owner.ids.supplier}`)
  expect(other.body.errors).toHaveProperty('customer_id')
})

test('documents voided or corrected on their own day are not in a statement', async () => {
  const gone = await idOf(
    owner.post(
      '/invoices',
      invoiceBody(owner, { invoice_date: day('02-10'), due_date: day('02-10'), items: service(7) }),
    ),
  )
  expectOk(await owner.remove(`/invoices/${gone}`))
  const asked = `customer_id=${owner.ids.customer}&from=${day('01-01')}&to=${day('12-31')}`
  const sheet = await show(`customer-statement?${asked}`)
  expect(sheet.rows.at(-1)?.figures).toEqual({ debit: 3450, credit: 1500, balance: 1950 })
  expect(sheet.rows).toHaveLength(5)
  expect(sheet.rows[2]?.link).toEqual({ to: 'invoice', query: { id: open } })
  const aged = await show(`aged-receivables?to=${day('02-28')}`)
  expect([at(aged, 'total')?.total, aged.difference]).toEqual([3450, 0])
})

const goods = (quantity: number, price: number) => [{ product_id: owner.ids.goods, quantity, price, tax_rate: 15 }]
const wholeYear = `from=${day('01-01')}&to=${day('12-31')}`

test('sales and purchases less notes equal the profit and loss statement', async () => {
  // 1,000 pieces at 60 from the opening and 10 at 71 make 1,010 at 60,710; 4 are sold at 100, and one is returned.
  expectOk(await owner.post('/bills', billBody(owner, { items: goods(10, 71) })))
  const sold = await idOf(owner.post('/invoices', invoiceBody(owner, { items: goods(4, 100) })))
  const stood = expectOk(await owner.get('/reports/inventory-valuation')).body.data as Sheet
  const note = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  expectOk(await owner.post(`/invoices/${sold}/credit-note`, note))
  const [byCustomer, byProduct] = [
    await show(`sales-by-customer?${wholeYear}`),
    await show(`sales-by-product?${wholeYear}`),
  ]
  const sums = {
    gross_sales: 3400,
    returns: 100,
    net: 3300,
    cost: 180.33,
    gross_profit: 3119.67,
    margin: 94.5,
    share: 100,
  }
  expect(at(byCustomer, `party:${owner.ids.customer}`)).toMatchObject(sums)
  expect(at(byCustomer, 'total')).toMatchObject(sums)
  expect(at(byProduct, 'total')).toMatchObject(sums)
  expect(at(byProduct, `product:${owner.ids.goods}`)).toMatchObject({
    quantity: 4,
    returned: 1,
    gross_sales: 400,
    returns: 100,
    net: 300,
    cost: 180.33,
    gross_profit: 119.67,
    margin: 39.9,
    share: 9.1,
  })
  const profit = await show(`profit-and-loss?${wholeYear}`)
  expect(at(profit, 'net_sales')?.amount).toBe(3300)
  expect([at(profit, 'head_cost'), at(profit, 'cost')?.amount]).toEqual([{}, 180.33])
  const bought = await show(`purchases-by-product?${wholeYear}`)
  expect(at(bought, `product:${owner.ids.goods}`)).toMatchObject({
    quantity: 10,
    gross_purchases: 710,
    net: 710,
    share: 54.2,
  })
  expect(at(bought, 'total')).toMatchObject({ gross_purchases: 1310, returns: 0, net: 1310, share: 100 })
  expect(at(await show(`purchases-by-supplier?${wholeYear}`), `party:${owner.ids.supplier}`)).toMatchObject({
    net: 1310,
  })
  expect(at(stood, 'total')?.value).toBe(60_469.56)
})

test('stock at a date is the inventory account, and its card leads there', async () => {
  const sheet = await show(`inventory-valuation?to=${today()}`)
  const product = at(sheet, `product:${owner.ids.goods}`)
  expect(product).toEqual({
    quantity: 1007,
    value: 60_529.67,
    average: 60.1089,
    sale_price: 100,
    potential_margin: 40_170.33,
  })
  expect([at(sheet, 'total'), sheet.difference]).toEqual([{ value: 60_529.67, potential_margin: 40_170.33 }, 0])
  expect((await show(`inventory-valuation?to=${year - 1}-12-31`)).rows).toEqual([])
  const card = await show(`stock-card?product_id=${owner.ids.goods}&from=${day('01-01')}&to=${day('12-31')}`)
  expect(card.rows.map(({ figures }) => figures)).toEqual([
    { stock_balance_quantity: 0, stock_balance_value: 0 },
    { stock_in_quantity: 1000, stock_in_value: 60_000, stock_balance_quantity: 1000, stock_balance_value: 60_000 },
    { stock_in_quantity: 10, stock_in_value: 710, stock_balance_quantity: 1010, stock_balance_value: 60_710 },
    { stock_out_quantity: 4, stock_out_value: 240.44, stock_balance_quantity: 1006, stock_balance_value: 60_469.56 },
    { stock_in_quantity: 1, stock_in_value: 60.11, stock_balance_quantity: 1007, stock_balance_value: 60_529.67 },
    {
      stock_in_quantity: 1011,
      stock_in_value: 60_770.11,
      stock_out_quantity: 4,
      stock_out_value: 240.44,
      stock_balance_quantity: 1007,
      stock_balance_value: 60_529.67,
    },
  ])
  expect((await owner.get('/reports/stock-card?product_id=999999')).body.errors).toHaveProperty('product_id')
})

test('each is exported in both languages', async () => {
  const asked = [
    'aged-receivables?',
    'aged-payables?',
    `sales-by-customer?${wholeYear}`,
    `sales-by-product?${wholeYear}`,
    `purchases-by-supplier?${wholeYear}`,
    `purchases-by-product?${wholeYear}`,
    'inventory-valuation?',
    `customer-statement?customer_id=${owner.ids.customer}`,
    `supplier-statement?supplier_id=${owner.ids.supplier}`,
    `stock-card?product_id=${owner.ids.goods}`,
  ]
  for (const path of asked) {
    const { rows } = await show(path)
    const [name, query] = path.split('?')
    for (const language of ['ar', 'en'] as const) {
      const file = await owner.ask('GET', `/reports/${name}/export?${query}`, { language })
      expect(file.body.trim().split('\n'), path).toHaveLength(rows.length + 1)
      expect(file.body).not.toMatch(/(lines|columns|moves|kinds)\./)
    }
  }
})

test('the best customers and products of the year stand on the first page with the net sales of the report', async () => {
  const invoice = invoiceBody(owner, {
    items: [{ product_id: owner.ids.service, quantity: 1, price: 700, tax_rate: 15 }],
  })
  const sold = await idOf(owner.post('/invoices', invoice))
  const advance = await idOf(owner.post('/advance-invoices', { ...invoice, invoice_number: 'ADV-BEST' }))
  const back = { note_date: today(), reason: 'إرجاع', lines: [{ line_number: 1, amount: 250 }] }
  expectOk(await owner.post(`/invoices/${sold}/credit-note`, back))
  expectOk(await owner.post(`/advance-invoices/${advance}/credit-note`, back))
  expectOk(await owner.post(`/invoices/${sold}/debit-note`, { ...back, lines: [{ line_number: 1, amount: 30 }] }))
  const { best_customers, best_products } = (await owner.get('/reports/home')).body.data
  const [best] = best_customers
  const sheet = await show(`sales-by-customer?from=${year}-01-01&to=${year}-12-31`)
  expect(best).toMatchObject({ id: owner.ids.customer, amount: at(sheet, `party:${owner.ids.customer}`)?.net })
  const products = await show(`sales-by-product?from=${year}-01-01&to=${year}-12-31`)
  expect(best_products.length).toBeGreaterThan(1)
  for (const { id, amount } of best_products) expect(at(products, `product:${id}`)?.net).toBe(amount)
  expect(best_products.map(({ amount }: { amount: number }) => amount)).toEqual(
    best_products.map(({ amount }: { amount: number }) => amount).toSorted((a: number, b: number) => b - a),
  )
})
