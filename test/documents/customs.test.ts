import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'

// Import tax and duty (V32) and what becomes of them, through the API.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, errors, get } = callsOf(owner)
type Body = Record<string, unknown>
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
let next = 1
const declaration = (change: Body = {}): Body => ({
  declaration_number: `58-${next++}`,
  declaration_date: today(),
  due_date: today(),
  supplier_id: owner.ids.supplier,
  branch_id: owner.ids.branch,
  customs_value: 950,
  duty: 0,
  ...change,
})
const product = async () => (await post('/products', { ...(await bodies.products(owner)), quantity: '0' })).id as number
const bought = async (product_id: number, quantity: number, price: number) =>
  (await post('/bills', billBody(owner, { items: [{ product_id, quantity, price, tax_rate: 15 }] }))).id as number
const sell = (product_id: number, quantity: number) =>
  post('/invoices', invoiceBody(owner, { items: [{ product_id, quantity, price: 200, tax_rate: 15 }] }))
const boxOf = async (box: string) => {
  const { rows } = await get(`/reports/vat-return?from=${today()}&to=${today()}`)
  return rows.find((row: { key: string }) => row.key === `box:${box}`).figures
}

describe('a customs declaration', () => {
  test('V32: import tax and duty are owed to the authority, the duty raises the stock, box 8 shows the tax', async () => {
    const goods = await product()
    const bill = await bought(goods, 10, 95)
    const before = await boxOf('8')
    const lines = [{ product_id: goods, quantity: 10, value: 950 }]
    let made: Body = {}
    expect(
      await moved(async () => {
        made = await post('/customs-declarations', declaration({ duty: 50, lines, bill_ids: [bill] }))
      }),
    ).toEqual(['AP C200', 'INV D50', 'VAT_IMP D150'])
    expect(made).toMatchObject({
      vat: 150,
      vat_base: 1000,
      duty: 50,
      total: 200,
      status: 'sent',
      remaining_amount: 200,
    })
    expect(made).toMatchObject({ bills: [{ id: bill }], lines: [{ duty: 50, stock_duty: 50 }] })
    // Texts printed in both languages name the unit in both: for the goods, and for a bill when created and when read.
    const units = await Promise.all([made, await post('/bills', billBody(owner)), await get(`/bills/${bill}`)])
    for (const { lines = [], items = [] } of units as { lines?: Body[]; items?: Body[] }[])
      for (const line of [...lines, ...items]) expect(line).toMatchObject({ unit: 'قطعة', unit_en: 'Piece' })
    const after = await boxOf('8')
    expect([after.box_amount - before.box_amount, after.vat - before.vat]).toEqual([1000, 150])
    const card = await get(`/reports/stock-card?product_id=${goods}`)
    expect(card.rows.at(-1).figures).toMatchObject({ stock_balance_quantity: 10, stock_balance_value: 1000 })
  })
  test('duty on goods already sold is a price variance; duty on goods without stock follows their purchase account', async () => {
    const goods = await product()
    await bought(goods, 10, 100)
    await sell(goods, 4)
    const lines = [
      { product_id: goods, quantity: 10, value: 900 },
      { product_id: owner.ids.service, quantity: 1, value: 100 },
    ]
    expect(await moved(() => post('/customs-declarations', declaration({ duty: 50, vat: 140, lines })))).toEqual([
      'AP C190',
      'EXP_DEFAULT D5',
      'INV D27',
      'PPV D18',
      'VAT_IMP D140',
    ])
  })
  test('duty without tax is in no box, and the tax may exceed the rate by the rounding of each item, up to a riyal', async () => {
    const goods = await product()
    await bought(goods, 10, 95)
    const before = await boxOf('8')
    const lines = [{ product_id: goods, quantity: 10, value: 950 }]
    const untaxed = declaration({ duty: 50, vat: 0, lines })
    expect(await moved(() => post('/customs-declarations', untaxed))).toEqual(['AP C50', 'INV D50'])
    expect(await boxOf('8')).toEqual(before)
    expect(await errors('/customs-declarations', declaration({ customs_value: 1000, vat: 151.01 }))).toHaveProperty(
      'vat',
    )
    expect(await post('/customs-declarations', declaration({ customs_value: 1000, vat: 151 }))).toMatchObject({
      vat: 151,
    })
  })
  test('or to the account of its category', async () => {
    const chart = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
    const expense_account_id = chart.find(({ number }) => number === '510102')?.id
    const category = await post('/product-categories', { name: 'خدمات مستوردة', status: 'active', expense_account_id })
    const { name, product_type_id, unit_id, sale_price, purchase_price, status } = await get(
      `/products/${owner.ids.service}`,
    )
    const service = { name, product_type_id, unit_id, sale_price, purchase_price, status, unlimited_quantity: true }
    const { id } = await post('/products', { ...service, code: 'IMP', product_category_id: category.id })
    const lines = [{ product_id: id, quantity: 1, value: 950 }]
    expect(await moved(() => post('/customs-declarations', declaration({ duty: 50, lines })))).toEqual([
      'AP C200',
      'COST_SRV D50',
      'VAT_IMP D150',
    ])
  })
  test('the duty is spread to the last halala, by quantity where no value is known', async () => {
    const [one, two, three] = [await product(), await product(), await product()]
    for (const id of [one, two, three]) await bought(id, 1, 10)
    const lines = [one, two, three].map((product_id) => ({ product_id, quantity: 1, value: 0 }))
    const made = await post('/customs-declarations', declaration({ duty: 100, vat: 0, lines }))
    expect(made.lines.map((line: { duty: number }) => line.duty)).toEqual([33.34, 33.33, 33.33])
  })
  test('a declaration is paid and aged like a bill, and is locked while paid', async () => {
    const supplier = (await post('/suppliers', { ...(await bodies.suppliers(owner)), name: 'الجمارك' })).id
    const made = await post('/customs-declarations', declaration({ supplier_id: supplier }))
    expect(made).toMatchObject({ vat: 142.5, total: 142.5 })
    const aged = await get('/reports/aged-payables')
    expect(aged.rows.find((row: { key: string }) => row.key === `party:${supplier}`).figures.total).toBe(142.5)
    const statement = await get(`/reports/supplier-statement?supplier_id=${supplier}`)
    expect(statement.rows[1]).toMatchObject({ link: { to: 'customs_declaration', query: { id: made.id } } })
    const options = await get(`/bills/list?supplier_id=${supplier}`)
    expect(options).toMatchObject([{ id: made.id, remaining_amount: 142.5 }])
    const { customer_id: _, ...body } = paymentBody(owner, {
      amount: 100,
      references: [{ reference_id: made.id, amount: 100 }],
    })
    const payment = await post('/accounting/expense-payments', { ...body, supplier_id: supplier })
    expect(await get(`/customs-declarations/${made.id}`)).toMatchObject({
      status: 'partially_paid',
      remaining_amount: 42.5,
      locked_because: 'has_payments',
      payments: [{ id: payment.id, amount: 100 }],
    })
    expect((await owner.remove(`/customs-declarations/${made.id}`)).body.errors).toHaveProperty('status')
    const { declaration_number } = made
    const same = { declaration_number, supplier_id: supplier, notes: 'نسخة المخلّص' }
    expect(await post(`/customs-declarations/${made.id}`, declaration(same))).toMatchObject({ notes: 'نسخة المخلّص' })
    expect(await errors(`/customs-declarations/${made.id}`, declaration({ ...same, vat: 10 }))).toHaveProperty('status')
    expectOk(await owner.remove(`/accounting/expense-payments/${payment.id}`))
    expect(await moved(() => owner.remove(`/customs-declarations/${made.id}`).then(expectOk))).toEqual([
      'AP D142.5',
      'VAT_IMP C142.5',
    ])
    expect(await get(`/customs-declarations?status=void`)).toMatchObject([{ id: made.id, is_void: true }])
  })
  test('a correction reverses and reposts, and keeps the revision', async () => {
    const goods = await product()
    await bought(goods, 10, 100)
    const lines = [{ product_id: goods, quantity: 10, value: 1000 }]
    const body = declaration({ duty: 50, lines })
    const { id } = await post('/customs-declarations', body)
    await sell(goods, 5)
    expect(
      await moved(() => post(`/customs-declarations/${id}`, { ...body, duty: 70, vat_base: 1000, vat: 150 })),
    ).toEqual(['AP C20', 'INV C15', 'PPV D35'])
    expect(await get(`/customs-declarations/${id}/entries`)).toHaveLength(3)
    expect(await get(`/customs-declarations/${id}/revisions`)).toMatchObject([
      { revision: 1, body: { duty: '50.0000' } },
    ])
    await sell(goods, 5)
    expect((await owner.remove(`/customs-declarations/${id}`)).body.errors.status).toContain('bore the duty')
  })
})

describe('refusals', () => {
  test('are reported on their fields', async () => {
    const goods = await product()
    const line = { product_id: goods, quantity: 1, value: 1 }
    const body = declaration()
    await post('/customs-declarations', body)
    const refused = async (change: Body) => Object.keys(await errors('/customs-declarations', { ...body, ...change }))
    expect(await refused({})).toEqual(['declaration_number'])
    expect(await refused({ supplier_id: owner.ids.customer })).toEqual(['supplier_id'])
    const number = { declaration_number: 'X' }
    expect(await refused({ ...number, vat: 143.51 })).toEqual(['vat'])
    expect(await refused({ ...number, vat: 0 })).toEqual(['vat'])
    expect(await refused({ ...number, duty: 5 })).toEqual(['lines'])
    expect(await refused({ ...number, duty: 5, lines: [line, line] })).toEqual(['lines.1.product_id'])
    expect(await refused({ ...number, bill_ids: [999999] })).toEqual(['bill_ids.0'])
    expect(await refused({ ...number, declaration_date: '2020-01-01', due_date: '2020-01-01' })).toEqual([
      'declaration_date',
    ])
    expect(await refused({ ...number, due_date: '2020-01-01' })).toEqual(['due_date'])
  })
  test('the goods of bills are offered with their remaining quantity', async () => {
    const goods = await product()
    const bills = [await bought(goods, 10, 100), await bought(goods, 5, 100)]
    await sell(goods, 4)
    expect(await get(`/customs-declarations/goods?bill_id=${bills.join()}`)).toMatchObject([
      { product_id: goods, quantity: 15, value: 1500, on_hand: 11 },
    ])
    const [option] = await get('/customs-declarations/bills/list')
    expect(option.id).toBe(bills[1])
    expect(await get('/customs-declarations/rate')).toMatchObject({ rate: 15 })
  })
})
