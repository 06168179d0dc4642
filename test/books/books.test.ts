import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// The posting vectors of accounting rule 2.2 through the API: the journal after each event.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
})

/** The net of every role's account so far, `AR D1150.00`: what is zero is left out. */
async function balances(organization: Organization): Promise<string[]> {
  const id = Number(organization.token?.split('.')[0])
  return withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, sum(line.debit - line.credit) AS net FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 GROUP BY account.role HAVING sum(line.debit - line.credit) <> 0 ORDER BY account.role`,
      [id],
    )
    return rows.map((row) => `${row.role} ${Number(row.net) > 0 ? 'D' : 'C'}${Math.abs(row.net).toFixed(2)}`)
  })
}
const invoice = async (change: Record<string, unknown> = {}) =>
  expectOk(await owner.post('/invoices', invoiceBody(owner, change))).body.data
const pay = async (change: Record<string, unknown>) =>
  expectOk(await owner.post('/accounting/income-payments', paymentBody(owner, change))).body.data
const fresh = async () => {
  owner = await createOrganization(app)
  // The harness opens goods with 1000 pieces of 60: these vectors bring their own stock.
  expectOk(await owner.post(`/products/${owner.ids.goods}`, { ...(await bodies.products(owner)), quantity: '0' }))
}
const stocked = async (quantity: string, purchase_price: string) =>
  expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity, purchase_price })).body.data.id
const opening = ['OPEN_EQ C60000.00', 'STOCK_LOSS D60000.00']
const plus = (...lines: string[]) => [...opening, ...lines].sort()

describe('invoices', () => {
  beforeAll(fresh)
  test('V01 service, V39 correction, V40 void', async () => {
    const { id, invoice_number, version } = await invoice()
    expect((await balances(owner)).sort()).toEqual(plus('AR D1150.00', 'REV_SRV C1000.00', 'VAT_OUT C150.00'))
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 1200, tax_rate: 15 }]
    const edited = expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, version, items })))
      .body.data
    expect(edited).toMatchObject({ revision: 2, total: 1380, invoice_number, status: 'confirmed' })
    expect((await balances(owner)).sort()).toEqual(plus('AR D1380.00', 'REV_SRV C1200.00', 'VAT_OUT C180.00'))
    expectOk(await owner.remove(`/invoices/${id}`))
    expect((await balances(owner)).sort()).toEqual(plus())
    expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({
      is_void: true,
      locked_because: 'document_void',
    })
    expect((await owner.get('/invoices')).body.meta.total).toBe(0)
    expect((await owner.get('/invoices?status=void')).body.meta.total).toBe(1)
    expect((await owner.remove(`/invoices/${id}`)).status).toBe(422)
  })
  test('notes and due date are no figures: a revision, no entry', async () => {
    const { id, invoice_number } = await invoice()
    const count = () =>
      withSuperuser(
        app,
        async (client) =>
          (
            await client.query('SELECT count(*)::int AS n FROM journal_entries WHERE organization_id = $1', [
              owner.token?.split('.')[0],
            ])
          ).rows[0].n,
      )
    const before = await count()
    const edited = expectOk(
      await owner.post(
        `/invoices/${id}`,
        invoiceBody(owner, { invoice_number, notes: 'شكراً', due_date: '2099-12-31' }),
      ),
    ).body.data
    expect(edited).toMatchObject({ notes: 'شكراً', due_date: '2099-12-31', revision: 2 })
    expect(await count()).toBe(before)
    await owner.remove(`/invoices/${id}`)
  })
  test('a draft posts nothing, confirms once, and disappears when deleted', async () => {
    const draft = await invoice({ status: 'draft' })
    expect(draft).toMatchObject({ status: 'draft', remaining_amount: 0 })
    const next = (await owner.get('/invoices/next-number')).body.data.number
    const waiting = await invoice({ status: 'draft', invoice_number: next, proposed_number: next })
    expect(waiting.invoice_number).toBe(`DRAFT-${waiting.id}`)
    const named = invoiceBody(owner, {
      invoice_number: waiting.invoice_number,
      proposed_number: waiting.invoice_number,
      status: 'confirmed',
    })
    const confirmed = expectOk(await owner.post(`/invoices/${waiting.id}`, named)).body.data
    expect(confirmed.invoice_number).toBe(next)
    await owner.remove(`/invoices/${waiting.id}`)
    expect((await balances(owner)).sort()).toEqual(plus())
    expect(expectOk(await owner.post(`/invoices/${draft.id}/confirm`)).body.data.status).toBe('confirmed')
    expect((await owner.post(`/invoices/${draft.id}/confirm`)).status).toBe(422)
    await owner.remove(`/invoices/${draft.id}`)
    const other = await invoice({ status: 'draft' })
    expectOk(await owner.remove(`/invoices/${other.id}`))
    expect((await owner.get(`/invoices/${other.id}`)).status).toBe(404)
  })
})

describe('goods', () => {
  beforeAll(fresh)
  test('V02 issue at average, V40 its void', async () => {
    const product = await stocked('10', '100')
    const items = [{ product_id: product, quantity: 4, price: 150, tax_rate: 15 }]
    const { id } = await invoice({ items })
    expect((await balances(owner)).filter((line) => /AR|REV|VAT|COGS|^INV/.test(line)).sort()).toEqual([
      'AR D690.00',
      'COGS D400.00',
      'INV D600.00',
      'REV_GOODS C600.00',
      'VAT_OUT C90.00',
    ])
    expectOk(await owner.remove(`/invoices/${id}`))
    expect((await owner.get(`/products/${product}`)).body.data.quantity).toBe(10)
    expect((await balances(owner)).filter((line) => /COGS|^INV/.test(line))).toEqual(['INV D1000.00'])
  })
  test('V03 moving average over two bills, down to nothing', async () => {
    const product = await stocked('0', '0')
    const bill = (quantity: number, price: number) =>
      owner.post('/bills', billBody(owner, { items: [{ product_id: product, quantity, price, tax_rate: 15 }] }))
    expectOk(await bill(10, 100))
    expectOk(await bill(5, 110))
    const sell = (quantity: number) => invoice({ items: [{ product_id: product, quantity, price: 200, tax_rate: 15 }] })
    await sell(4)
    expect(await stockValue(product)).toEqual({ quantity: 11, value: 1136.67 })
    await sell(11)
    expect(await stockValue(product)).toEqual({ quantity: 0, value: 0 })
  })
  test('an edit keeps the cost of unchanged rows', async () => {
    const product = await stocked('10', '10')
    const items = (quantity: number) => [{ product_id: product, quantity, price: 50, tax_rate: 15 }]
    const { id, invoice_number } = await invoice({ items: items(4) })
    expectOk(
      await owner.post(
        '/bills',
        billBody(owner, { items: [{ product_id: product, quantity: 6, price: 30, tax_rate: 15 }] }),
      ),
    )
    // The stock is 6 at 10 and 6 at 30: average 20. Four keep their 10, two more are issued at 20.
    expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, items: items(6) })))
    expect(await stockValue(product)).toEqual({ quantity: 10, value: 200 })
    expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, items: items(3) })))
    expect(await stockValue(product)).toEqual({ quantity: 13, value: 240 })
  })
  test('V36 opening, V37 count loss, and a surplus', async () => {
    const body = { ...(await bodies.products(owner)), quantity: '20', purchase_price: '12.345' }
    const { id } = expectOk(await owner.post('/products', body)).body.data
    expect(await stockValue(id)).toEqual({ quantity: 20, value: 246.9 })
    expectOk(await owner.post(`/products/${id}`, { ...body, quantity: '17' }))
    expect(await stockValue(id)).toEqual({ quantity: 17, value: 209.86 })
    expect(
      (await owner.post(`/products/${id}`, { ...body, quantity: '', unlimited_quantity: true })).body.errors,
    ).toHaveProperty('unlimited_quantity')
    expectOk(await owner.post(`/products/${id}`, { ...body, quantity: '0' }))
    expectOk(await owner.post(`/products/${id}`, { ...body, quantity: '', unlimited_quantity: true }))
    expect((await owner.remove(`/products/${id}`)).status).toBe(422)
  })
  test('more than there is, and more than there was on a backdated day', async () => {
    const product = await stocked('5', '10')
    const items = [{ product_id: product, quantity: 6, price: 50, tax_rate: 15 }]
    expect((await owner.post('/invoices', invoiceBody(owner, { items }))).body.errors['items.0.quantity']).toMatch(/5/)
    const yesterday = `${today().slice(0, 4)}-01-01`
    const early = { invoice_date: yesterday, items: [{ product_id: product, quantity: 1, price: 50, tax_rate: 15 }] }
    expect((await owner.post('/invoices', invoiceBody(owner, early))).body.errors).toHaveProperty(['items.0.quantity'])
  })
  test('a bill whose goods were sold cannot be voided', async () => {
    const product = await stocked('0', '0')
    const bill = expectOk(
      await owner.post(
        '/bills',
        billBody(owner, { items: [{ product_id: product, quantity: 2, price: 10, tax_rate: 15 }] }),
      ),
    ).body.data
    await invoice({ items: [{ product_id: product, quantity: 1, price: 50, tax_rate: 15 }] })
    expect((await owner.remove(`/bills/${bill.id}`)).body.errors).toHaveProperty('status')
    const edited = billBody(owner, {
      bill_number: bill.bill_number,
      items: [{ product_id: product, quantity: 9, price: 10, tax_rate: 15 }],
    })
    expect((await owner.post(`/bills/${bill.id}`, edited)).body.errors).toHaveProperty('status')
  })
})

async function stockValue(product: number) {
  return withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      'SELECT quantity::float8, value::float8 FROM stock_items WHERE product_id = $1',
      [product],
    )
    return rows[0]
  })
}

describe('payments', () => {
  beforeAll(fresh)
  test('V08 in parts, correction, void; B4.2: what has payments is locked', async () => {
    const { id } = await invoice()
    const half = await pay({ amount: 500, references: [{ reference_id: id, amount: 500 }] })
    expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({
      status: 'partially_paid',
      paidAmount: 500,
      remainingAmount: 650,
    })
    const change = paymentBody(owner, {
      payment_number: half.payment_number,
      amount: 1150,
      references: [{ reference_id: id, amount: 1150 }],
    })
    expectOk(await owner.post(`/accounting/income-payments/${half.id}`, change))
    expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({
      status: 'paid',
      remaining_amount: 0,
      locked_because: 'has_payments',
    })
    expect((await balances(owner)).filter((line) => /^(AR|CASH)/.test(line))).toEqual(['CASH D1150.00'])
    expect((await owner.remove(`/invoices/${id}`)).status).toBe(422)
    expectOk(await owner.remove(`/accounting/income-payments/${half.id}`))
    expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({ status: 'confirmed', paid_amount: 0 })
    expect((await balances(owner)).filter((line) => /^(AR|CASH)/.test(line))).toEqual(['AR D1150.00'])
    expectOk(await owner.remove(`/invoices/${id}`))
  })
  test('V11 what is not allocated is an advance', async () => {
    const { id } = await invoice()
    const { remaining } = await pay({ amount: 1200, references: [{ reference_id: id, amount: 1150 }] })
    expect(remaining).toBe(50)
    expect(await balances(owner)).toContain('CUST_ADV C50.00')
  })
  test('M12: 0.10 and 0.20 settle 0.30 exactly', async () => {
    const { id } = await invoice({
      tax_id: owner.ids.zeroTax,
      items: [{ product_id: owner.ids.service, quantity: 1, price: '0.30', tax_rate: 0 }],
    })
    await pay({ amount: '0.10', references: [{ reference_id: id, amount: '0.10' }] })
    await pay({ amount: '0.20', references: [{ reference_id: id, amount: '0.20' }] })
    expect((await owner.get(`/invoices/${id}`)).body.data).toMatchObject({ status: 'paid', remaining_amount: 0 })
  })
  test('V46 a receipt before its invoice waits in the advances until the day', async () => {
    const early = `${today().slice(0, 4)}-01-05`
    const { id } = await invoice({ invoice_date: `${today().slice(0, 4)}-01-10` })
    await pay({ payment_date: early, amount: 500, references: [{ reference_id: id, amount: 500 }] })
    const rows = await withSuperuser(
      app,
      async (client) =>
        (
          await client.query(
            'SELECT kind, entry_date::text FROM journal_entries WHERE organization_id = $1 ORDER BY id DESC LIMIT 2',
            [owner.token?.split('.')[0]],
          )
        ).rows,
    )
    expect(rows).toEqual([
      { kind: 'allocation', entry_date: `${today().slice(0, 4)}-01-10` },
      { kind: 'receipt', entry_date: early },
    ])
  })
  test.each([
    ['more than is open', 'exceeds', { amount: 5000, take: 2000 }, 'references.0.amount'],
    ['more than the payment', 'exceeds', { amount: 100, take: 200 }, 'references.0.amount'],
  ])('%s', async (_name, _code, { amount, take }, field) => {
    const { id } = await invoice()
    const reply = await owner.post(
      '/accounting/income-payments',
      paymentBody(owner, { amount, references: [{ reference_id: id, amount: take }] }),
    )
    expect(Object.keys(reply.body.errors)).toEqual([field])
  })
  test("refuses one invoice twice, a paid one, another customer's, and a draft", async () => {
    const { id } = await invoice()
    const refs = (...references: object[]) =>
      owner.post('/accounting/income-payments', paymentBody(owner, { references }))
    const errors = async (reply: ReturnType<typeof refs>) => (await reply).body.errors
    expect(await errors(refs({ reference_id: id, amount: 1 }, { reference_id: id, amount: 1 }))).toHaveProperty([
      'references.1.reference_id',
    ])
    await pay({ amount: 1150, references: [{ reference_id: id, amount: 1150 }] })
    expect(await errors(refs({ reference_id: id, amount: 1 }))).toHaveProperty(['references.0.reference_id'])
    const draft = await invoice({ status: 'draft' })
    expect(await errors(refs({ reference_id: draft.id, amount: 1 }))).toHaveProperty(['references.0.reference_id'])
    const stranger = expectOk(await owner.post('/customers', await bodies.customers(owner))).body.data.id
    const theirs = await invoice({ customer_id: stranger })
    expect(await errors(refs({ reference_id: theirs.id, amount: 1 }))).toHaveProperty(['references.0.reference_id'])
    expect(await errors(refs({ reference_id: theirs.id, amount: -1 }))).toHaveProperty(['references.0.amount'])
    expect(await errors(refs({ amount: 1 }))).toHaveProperty(['references.0.reference_id'])
  })
})

describe('taxes of purchases', () => {
  beforeAll(fresh)
  const taxNamed = async (name: string) =>
    (expectOk(await owner.get('/taxes/list?side=purchases')).body.data as { id: number; name_en: string }[]).find(
      (tax) => tax.name_en === name,
    )?.id as number
  const bought = async (name: string, tax_rate: number) => {
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 1000, tax_rate }]
    return expectOk(await owner.post('/bills', billBody(owner, { tax_id: await taxNamed(name), items }))).body.data
  }
  test('V31 reverse charge: the supplier charges nothing, we owe and deduct the tax', async () => {
    for (const rate of [0, 15]) {
      const bill = await bought('Reverse charge 15%', rate)
      expect(bill).toMatchObject({ subtotal: 1000, tax: 0, total: 1000 })
      expect((await balances(owner)).sort()).toEqual(
        plus('AP C1000.00', 'EXP_DEFAULT D1000.00', 'VAT_IN D150.00', 'VAT_RC C150.00'),
      )
      const note = { note_date: today(), reason: 'تخفيض', lines: [{ line_number: 1, amount: 1000 }] }
      const credit = expectOk(await owner.post(`/bills/${bill.id}/supplier-credit`, note)).body.data
      expect((await balances(owner)).sort()).toEqual(plus())
      expectOk(await owner.remove(`/supplier-credits/${credit.id}`))
      expectOk(await owner.remove(`/bills/${bill.id}`))
    }
  })
  test('V33 tax that may not be deducted is part of the cost, also of goods', async () => {
    const bill = await bought('Non-deductible 15%', 15)
    expect(bill).toMatchObject({ subtotal: 1000, tax: 150, total: 1150 })
    expect((await balances(owner)).sort()).toEqual(plus('AP C1150.00', 'EXP_DEFAULT D1150.00'))
    expectOk(await owner.remove(`/bills/${bill.id}`))
    const goods = await stocked('0', '0')
    const items = [{ product_id: goods, quantity: 10, price: 100, tax_rate: 15 }]
    const tax_id = await taxNamed('Non-deductible 15%')
    expectOk(await owner.post('/bills', billBody(owner, { tax_id, items })))
    expect((await balances(owner)).sort()).toEqual(plus('AP C1150.00', 'INV D1150.00'))
  })
  test('refuses an invoice with a purchase tax', async () => {
    const tax_id = await taxNamed('Reverse charge 15%')
    expect((await owner.post('/invoices', invoiceBody(owner, { tax_id }))).body.errors).toHaveProperty('tax_id')
    const offered = expectOk(await owner.get('/taxes/list?side=sales')).body.data as { id: number }[]
    expect(offered.map(({ id }) => id)).not.toContain(tax_id)
  })
})

describe('foreign currency', () => {
  beforeAll(fresh)
  test('V16 invoice, V17 receipt at a better rate: the difference is a realised gain', async () => {
    expect((await owner.post('/invoices', invoiceBody(owner, { currency_id: 3 }))).body.errors).toHaveProperty(
      'currency_id',
    )
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    const { id } = await invoice({ currency_id: 3 })
    expect((await balances(owner)).sort()).toEqual(plus('AR D4715.00', 'REV_SRV C4100.00', 'VAT_OUT C615.00'))
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.25' }))
    expect(
      (
        await owner.post(
          '/accounting/income-payments',
          paymentBody(owner, { references: [{ reference_id: id, amount: 1150 }] }),
        )
      ).body.errors,
    ).toHaveProperty('currency_id')
    await pay({ currency_id: 3, amount: 1150, references: [{ reference_id: id, amount: 1150 }] })
    expect((await balances(owner)).sort()).toEqual(
      plus('CASH D4887.50', 'REV_SRV C4100.00', 'VAT_OUT C615.00', 'FX_GAIN_R C172.50'),
    )
  })
})

describe('issued invoices', () => {
  beforeAll(fresh)
  test('printing issues the invoice of a registered seller; then only its remarks change', async () => {
    const profile = (await owner.get('/organization/show')).body.data
    expectOk(await owner.post('/organization/update', { ...profile, tax_number: '310122393500003' }))
    const { id, invoice_number, qr, locked_because, version } = await invoice()
    expect(locked_because).toBe(null)
    // A document that is not issued has no code.
    expect(qr).toBe(null)
    // The printed version is issued, not one that another user has corrected or voided in the meantime.
    const gone = await invoice()
    expectOk(await owner.remove(`/invoices/${gone.id}`))
    expect((await owner.post(`/invoices/${gone.id}/issue`)).body.errors).toHaveProperty('status')
    expect((await owner.post(`/invoices/${id}/issue`, { version: version + 1 })).status).toBe(409)
    const issued = expectOk(await owner.post(`/invoices/${id}/issue`, { version })).body.data
    const fields = Buffer.from(issued.qr, 'base64')
    expect(fields.subarray(2, 2 + (fields[1] ?? 0)).toString()).toBe('شركة الاختبار')
    expect((await owner.get(`/invoices/${id}`)).body.data.locked_because).toBe('document_locked')
    expect((await owner.remove(`/invoices/${id}`)).body.errors).toHaveProperty('status')
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 1, tax_rate: 15 }]
    expect((await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, items }))).status).toBe(422)
    expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, notes: 'still' })))
  })
  test('a blocked customer may pay but not be invoiced', async () => {
    const { id, invoice_number } = await invoice()
    const customer = (await owner.get(`/customers/${owner.ids.customer}`)).body.data
    expectOk(await owner.post(`/customers/${owner.ids.customer}`, { ...customer, status: 'blocked' }))
    expect((await owner.post('/invoices', invoiceBody(owner))).body.errors).toHaveProperty('customer_id')
    // A draft may wait for better days (1.2); what was issued before is still corrected.
    const draft = expectOk(await owner.post('/invoices', invoiceBody(owner, { status: 'draft' }))).body.data
    expect((await owner.post(`/invoices/${draft.id}/confirm`)).body.errors).toHaveProperty('customer_id')
    expectOk(await owner.remove(`/invoices/${draft.id}`))
    const items = [{ product_id: owner.ids.service, quantity: 1, price: 900, tax_rate: 15 }]
    expectOk(await owner.post(`/invoices/${id}`, invoiceBody(owner, { invoice_number, items })))
    await pay({ amount: 1035, references: [{ reference_id: id, amount: 1035 }] })
  })
})
