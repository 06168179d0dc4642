import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'

// Notes, advances and what becomes of them, through the API: the vectors of accounting rule 2.2 that stand on two documents.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
})
type Body = Record<string, unknown>
const post = async (path: string, body: Body) => expectOk(await owner.post(path, body)).body.data
const errors = async (path: string, body: Body) => (await owner.post(path, body)).body.errors
const get = async (path: string) => expectOk(await owner.get(path)).body.data
const note = (lines: Body[], change: Body = {}) => ({ note_date: today(), reason: 'مرتجع', lines, ...change })
const service = (price: number, quantity = 1) => [{ product_id: owner.ids.service, quantity, price, tax_rate: 15 }]
const invoice = (items = service(1000), change: Body = {}) =>
  post('/invoices', invoiceBody(owner, { items, ...change }))
const receive = (amount: number, references: Body[] = [], change: Body = {}) =>
  post('/accounting/income-payments', paymentBody(owner, { amount, references, ...change } as never))
const fresh = async () => {
  owner = await createOrganization(app)
  expectOk(await owner.post(`/products/${owner.ids.goods}`, { ...(await bodies.products(owner)), quantity: '0' }))
}
const stocked = async (quantity: string, purchase_price: string) =>
  (await post('/products', { ...(await bodies.products(owner)), quantity, purchase_price })).id
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)

describe('credit and debit notes', () => {
  beforeAll(fresh)
  test('V25: goods are returned at their original cost; the note is applied to its invoice', async () => {
    const goods = await stocked('10', '100')
    const sold = await invoice([{ product_id: goods, quantity: 4, price: 150, tax_rate: 15 }])
    let made: { id: number; note_number: string } | undefined
    const lines = await moved(async () => {
      made = await post(`/invoices/${sold.id}/credit-note`, note([{ line_number: 1, quantity: 1 }]))
    })
    expect(lines).toEqual(['AR C172.5', 'COGS C100', 'INV D100', 'SALES_RET D150', 'VAT_OUT D22.5'])
    expect(made?.note_number).toMatch(/^CN-\d{4}-000001$/)
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({
      remaining_amount: 517.5,
      credited: 172.5,
      status: 'partially_paid',
      locked_because: 'has_notes',
      correcting_notes: [{ id: made?.id, kind: 'credit_note', total: 172.5 }],
    })
    expect(await get(`/products/${goods}`)).toMatchObject({ quantity: 7 })
    expect(await get(`/credit-notes/${made?.id}`)).toMatchObject({
      status: 'paid',
      applied: [{ id: sold.id, amount: 172.5 }],
    })
    expect(await errors(`/invoices/${sold.id}/credit-note`, note([{ line_number: 1, quantity: 4 }]))).toHaveProperty([
      'lines.0.quantity',
    ])
    expect(await moved(() => owner.remove(`/credit-notes/${made?.id}`).then(expectOk))).toEqual([
      'AR D172.5',
      'COGS D100',
      'INV C100',
      'SALES_RET C150',
      'VAT_OUT C22.5',
    ])
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({
      remaining_amount: 690,
      credited: 0,
      status: 'confirmed',
      locked_because: null,
    })
  })
  test('V26 a note on a paid invoice becomes an advance, and is refunded', async () => {
    const sold = await invoice()
    await receive(1150, [{ reference_id: sold.id, amount: 1150 }])
    let id = 0
    expect(
      await moved(async () => {
        id = (await post(`/invoices/${sold.id}/credit-note`, note([{ line_number: 1, amount: 200 }]))).id
      }),
    ).toEqual(['CUST_ADV C230', 'SALES_RET D200', 'VAT_OUT D30'])
    const refund = { refund_date: today(), amount: 230, payment_method_id: owner.ids.method }
    expect(await errors(`/credit-notes/${id}/refund`, { ...refund, amount: 230.01 })).toHaveProperty('amount')
    expect(await moved(() => post(`/credit-notes/${id}/refund`, refund))).toEqual(['CASH C230', 'CUST_ADV D230'])
    const { refunds } = await get(`/credit-notes/${id}`)
    expect((await owner.remove(`/credit-notes/${id}`)).status).toBe(422)
    expect(await moved(() => owner.remove(`/credit-notes/${id}/refunds/${refunds[0].id}`).then(expectOk))).toEqual([
      'CASH D230',
      'CUST_ADV C230',
    ])
    const other = await invoice(service(100))
    expect(
      await moved(() =>
        post(`/credit-notes/${id}/allocate`, { references: [{ reference_id: other.id, amount: 115 }] }),
      ),
    ).toEqual(['AR C115', 'CUST_ADV D115'])
    expect(await get(`/invoices/${other.id}`)).toMatchObject({ status: 'paid' })
    expect(await moved(() => owner.remove(`/credit-notes/${id}`).then(expectOk))).toEqual([
      'AR D115',
      'CUST_ADV D115',
      'SALES_RET C200',
      'VAT_OUT C30',
    ])
    expect(await get(`/invoices/${other.id}`)).toMatchObject({ status: 'confirmed' })
  })
  test('V27 price only, V28 a debit note that is paid like an invoice', async () => {
    const sold = await invoice()
    expect(await moved(() => post(`/invoices/${sold.id}/credit-note`, note([{ line_number: 1, amount: 50 }])))).toEqual(
      ['AR C57.5', 'SALES_RET D50', 'VAT_OUT D7.5'],
    )
    let debit = { id: 0 }
    expect(
      await moved(async () => {
        debit = await post(`/invoices/${sold.id}/debit-note`, note([{ line_number: 1, amount: 100 }]))
      }),
    ).toEqual(['AR D115', 'REV_SRV C100', 'VAT_OUT C15'])
    const open = await get(`/invoices/list?customer_id=${owner.ids.customer}`)
    expect(open.map((row: { id: number }) => row.id)).toContain(debit.id)
    await receive(115, [{ reference_id: debit.id, amount: 115 }])
    expect(await get(`/debit-notes/${debit.id}`)).toMatchObject({ status: 'paid' })
    expect((await owner.remove(`/debit-notes/${debit.id}`)).status).toBe(422)
  })
  test('refusals of a note', async () => {
    const sold = await invoice(service(100, 3))
    const path = `/invoices/${sold.id}/credit-note`
    expect(await errors(path, note([{ line_number: 9, amount: 1 }]))).toHaveProperty(['lines.0.line_number'])
    expect(
      await errors(
        path,
        note([
          { line_number: 1, amount: 1 },
          { line_number: 1, amount: 1 },
        ]),
      ),
    ).toHaveProperty(['lines.1.line_number'])
    expect(await errors(path, note([{ line_number: 1, amount: 1, quantity: 1 }]))).toHaveProperty(['lines.0.amount'])
    expect(await errors(path, note([{ line_number: 1 }]))).toHaveProperty(['lines.0.amount'])
    expect(await errors(path, note([{ line_number: 1, amount: 300.01 }]))).toHaveProperty(['lines.0.amount'])
    expect(await errors(path, note([{ line_number: 1, quantity: 1, price: 101 }]))).toHaveProperty(['lines.0.price'])
    expect(await errors(path, note([{ line_number: 1, amount: 1 }], { note_date: '2020-01-01' }))).toHaveProperty(
      'note_date',
    )
    expect(await errors(path, note([{ line_number: 1, amount: 1 }], { note_date: '2099-01-01' }))).toHaveProperty(
      'note_date',
    )
    expect(await errors(path, note([{ line_number: 1, amount: 1 }], { reason: '' }))).toHaveProperty('reason')
    // Its rows are those of the document: what is missing is not a row.
    expect(await errors(path, note([]))).toEqual({ lines: 'Enter a quantity or an amount in at least one row' })
    const draft = await invoice(service(1), { status: 'draft' })
    expect((await owner.post(`/invoices/${draft.id}/credit-note`, note([{ line_number: 1, amount: 1 }]))).status).toBe(
      422,
    )
  })
  test('two concurrent notes never credit the same piece', async () => {
    const sold = await invoice(service(100, 3))
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        owner.post(`/invoices/${sold.id}/credit-note`, note([{ line_number: 1, quantity: 1 }])),
      ),
    )
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3)
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ credited: 345, remaining_amount: 0, status: 'paid' })
  })
  test('credited in parts, to the last halala', async () => {
    const rows = [0.1, 0.1, 0.1].map((price) => service(price)[0] as Body)
    const sold = await invoice(rows as never)
    expect(sold.total).toBe(0.35)
    for (const line_number of [1, 2, 3])
      await post(`/invoices/${sold.id}/credit-note`, note([{ line_number, quantity: 1 }]))
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ credited: 0.35, remaining_amount: 0 })
    const draft = await owner.get(`/invoices/${sold.id}/credit-note`)
    expect([draft.status, draft.body.message]).toEqual([
      422,
      expect.stringContaining('Nothing of this document is left'),
    ])
    expect((await owner.get(`/invoices/${sold.id}/debit-note`)).status).toBe(200)
  })
  test('free goods may be returned if nothing else is left', async () => {
    const goods = await stocked('5', '10')
    const sold = await invoice([...service(40), { product_id: goods, quantity: 2, price: 0, tax_rate: 15 }])
    const path = `/invoices/${sold.id}/credit-note`
    await post(path, note([{ line_number: 1, amount: 40 }]))
    expect((await owner.get(path)).status).toBe(200)
    await post(path, note([{ line_number: 2, quantity: 2 }]))
    expect((await owner.get(path)).status).toBe(422)
  })
})

describe('supplier credits', () => {
  beforeAll(fresh)
  const bill = (items: Body[]) => post('/bills', billBody(owner, { items }))
  test('2.1-6: goods go back at the average, the difference is a price variance', async () => {
    const goods = await stocked('10', '80')
    const bought = await bill([{ product_id: goods, quantity: 10, price: 100, tax_rate: 15 }])
    expect(
      await moved(() => post(`/bills/${bought.id}/supplier-credit`, note([{ line_number: 1, quantity: 2 }]))),
    ).toEqual(['AP D230', 'INV C180', 'PPV C20', 'VAT_IN C30'])
    expect(await get(`/products/${goods}`)).toMatchObject({ quantity: 18 })
  })
  test('a price reduction reduces the value of the goods on hand', async () => {
    const goods = await stocked('0', '0')
    const bought = await bill([{ product_id: goods, quantity: 10, price: 100, tax_rate: 15 }])
    await invoice([{ product_id: goods, quantity: 6, price: 150, tax_rate: 15 }])
    expect(
      await moved(() => post(`/bills/${bought.id}/supplier-credit`, note([{ line_number: 1, amount: 100 }]))),
    ).toEqual(['AP D115', 'INV C40', 'PPV C60', 'VAT_IN C15'])
  })
  test('a credit for goods bought unstocked reduces the purchase account, not the stock', async () => {
    const product = { ...(await bodies.products(owner)), unlimited_quantity: true }
    const { id } = await post('/products', product)
    const bought = await bill([{ product_id: id, quantity: 10, price: 100, tax_rate: 15 }])
    await post(`/products/${id}`, { ...product, unlimited_quantity: false })
    expect(
      await moved(() => post(`/bills/${bought.id}/supplier-credit`, note([{ line_number: 1, quantity: 2 }]))),
    ).toEqual(['AP D230', 'NONSTOCK C200', 'VAT_IN C30'])
  })
  test('a note posts to the account of its document, even if the product names another account now', async () => {
    const chart = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
    const account = (number: string) => chart.find((one) => one.number === number)?.id
    const bought = await bill(service(1000))
    const sold = await invoice()
    const { version: _, ...product } = await get(`/products/${owner.ids.service}`)
    const named = { expense_account_id: account('120104'), income_account_id: account('420101') }
    await post(`/products/${owner.ids.service}`, { ...product, ...named })
    const lines = note([{ line_number: 1, amount: 100 }])
    expect(await moved(() => post(`/bills/${bought.id}/supplier-credit`, lines))).toContain('EXP_DEFAULT C100')
    expect(await moved(() => post(`/invoices/${sold.id}/debit-note`, lines))).toContain('REV_SRV C100')
  })
})

describe('advances', () => {
  beforeAll(fresh)
  test('V10 later allocation and back again', async () => {
    const { id } = await receive(1000)
    const sold = await invoice(service(500))
    const reference = { reference_id: sold.id, amount: 575 }
    expect(await moved(() => post(`/accounting/income-payments/${id}/allocate`, { references: [reference] }))).toEqual([
      'AR C575',
      'CUST_ADV D575',
    ])
    expect(await get(`/accounting/income-payments/${id}`)).toMatchObject({ allocated: 575, remaining: 425 })
    expect(
      await errors(`/accounting/income-payments/${id}/allocate`, { references: [{ ...reference, amount: 1 }] }),
    ).toHaveProperty(['references.0.reference_id'])
    expect(await moved(() => post(`/accounting/income-payments/${id}/unallocate`, { reference_id: sold.id }))).toEqual([
      'AR D575',
      'CUST_ADV C575',
    ])
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ status: 'confirmed', locked_because: null })
    expect(await errors(`/accounting/income-payments/${id}/unallocate`, { reference_id: sold.id })).toHaveProperty(
      'reference_id',
    )
    await post(`/accounting/income-payments/${id}/allocate`, { references: [reference] })
    expect(await moved(() => owner.remove(`/accounting/income-payments/${id}`).then(expectOk))).toEqual([
      'AR D575',
      'CASH C1000',
      'CUST_ADV D425',
    ])
  })
  test('V11 overpaid, refunded; the payment then stays', async () => {
    const sold = await invoice()
    const { id } = await receive(1200, [{ reference_id: sold.id, amount: 1150 }])
    const refund = { refund_date: today(), amount: 50, payment_method_id: owner.ids.method }
    expect(await moved(() => post(`/accounting/income-payments/${id}/refund`, refund))).toEqual([
      'CASH C50',
      'CUST_ADV D50',
    ])
    expect(await get(`/accounting/income-payments/${id}`)).toMatchObject({ refunded: 50, remaining: 0 })
    expect((await owner.remove(`/accounting/income-payments/${id}`)).status).toBe(422)
    expect(await errors(`/accounting/income-payments/${id}/refund`, refund)).toHaveProperty('amount')
  })
  test('V13 a card receipt with its fee', async () => {
    const sold = await invoice()
    expect(
      await moved(() => receive(1150, [{ reference_id: sold.id, amount: 1150 }], { fee: '8', fee_tax: '1.20' })),
    ).toEqual(['AR C1150', 'BANK_FEES D8', 'CASH D1140.8', 'VAT_IN D1.2'])
  })
  test('V15: a supplier advance applied later; V55: the rest written off', async () => {
    const { customer_id: _, ...rest } = paymentBody(owner, { amount: 500 })
    const { id } = await post('/accounting/expense-payments', { ...rest, supplier_id: owner.ids.supplier })
    const bought = await post('/bills', billBody(owner, { items: service(400) }))
    expect(
      await moved(() =>
        post(`/accounting/expense-payments/${id}/allocate`, { references: [{ reference_id: bought.id, amount: 400 }] }),
      ),
    ).toEqual(['AP D400', 'SUPP_ADV C400'])
    const rounding = (await get('/accounting/accounts/list')).find((row: { number: string }) => row.number === '520212')
    expect(
      await moved(() =>
        post(`/accounting/expense-payments/${id}/refund`, {
          refund_date: today(),
          amount: 100,
          account_id: rounding.id,
        }),
      ),
    ).toEqual(['ROUNDING D100', 'SUPP_ADV C100'])
  })
  test('V41 a bad debt, and back', async () => {
    const sold = await invoice(service(600))
    const ask = { write_off_date: today(), amount: 690, reason: 'تعذر التحصيل' }
    expect(await errors(`/invoices/${sold.id}/write-off`, { ...ask, amount: 690.01 })).toHaveProperty('amount')
    expect(await moved(() => post(`/invoices/${sold.id}/write-off`, ask))).toEqual(['AR C690', 'BAD_DEBT D690'])
    const read = await get(`/invoices/${sold.id}`)
    expect(read).toMatchObject({ status: 'paid', locked_because: 'has_write_offs', write_offs: [{ amount: 690 }] })
    expect(
      await moved(() => owner.remove(`/invoices/${sold.id}/write-offs/${read.write_offs[0].id}`).then(expectOk)),
    ).toEqual(['AR D690', 'BAD_DEBT C690'])
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ status: 'confirmed' })
  })
  test('a write-off is named by its document in the books, links to it, and is among its entries', async () => {
    // Another write-off first: the two cannot be distinguished by their own numbers.
    const { id: customer_id } = await post('/customers', {
      name: 'متعثر',
      email: 'late@x.sa',
      type: 'company',
      status: 'active',
    })
    const [first, sold] = [await invoice(service(40)), await invoice(service(600), { customer_id })]
    const writeOff = { write_off_date: today(), amount: 20, reason: 'تعذر التحصيل' }
    for (const { id } of [first, sold]) await post(`/invoices/${id}/write-off`, writeOff)
    const accounts = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
    const query = {
      from: today(),
      to: today(),
      account_id: String(accounts.find((row) => row.number === '520211')?.id),
    }
    const { rows } = await get(`/reports/account-statement?${new URLSearchParams(query)}`)
    const { rows: owed } = await get(
      `/reports/customer-statement?from=${today()}&to=${today()}&customer_id=${customer_id}`,
    )
    for (const shown of [rows, owed])
      expect(shown).toContainEqual(
        expect.objectContaining({
          label: expect.objectContaining({ word: 'kinds.write_off', code: sold.invoice_number }),
          link: { to: 'invoice', query: { id: sold.id } },
        }),
      )
    const posted = (await get(`/invoices/${sold.id}/entries`)) as { called: string; lines: { debit: number }[] }[]
    expect(posted.map(({ called, lines }) => [called, lines[0]?.debit])).toEqual([
      ['invoice', 690],
      ['write_off', 20],
    ])
  })
  test('the list and the page distinguish a write-off from a payment', async () => {
    const sold = await invoice(service(600))
    const given = async () => {
      const rows = (await get('/invoices?per_page=100')) as { id: number; status: string; written_off: number | null }[]
      const { status, written_off } = rows.find(({ id }) => id === sold.id) ?? {}
      expect(await get(`/invoices/${sold.id}`)).toMatchObject({ status, written_off })
      return [status, written_off]
    }
    const writeOff = (amount: number) =>
      post(`/invoices/${sold.id}/write-off`, { write_off_date: today(), amount, reason: 'تعذر التحصيل' })
    expect(await given()).toEqual(['confirmed', null])
    await writeOff(90)
    expect(await given()).toEqual(['partially_paid', 90])
    await receive(500, [{ reference_id: sold.id, amount: 500 }])
    await writeOff(100)
    expect(await given()).toEqual(['paid', 190])
    const [first] = (await get(`/invoices/${sold.id}`)).write_offs as { id: number }[]
    expectOk(await owner.remove(`/invoices/${sold.id}/write-offs/${first?.id}`))
    expect(await given()).toEqual(['partially_paid', 100])
    const note = { note_date: today(), reason: 'فرق سعر', lines: [{ line_number: 1, amount: 50 }] }
    const { id } = await post(`/invoices/${sold.id}/debit-note`, note)
    await post(`/invoices/${id}/write-off`, { write_off_date: today(), amount: 57.5, reason: 'تعذر التحصيل' })
    const raised = ((await get('/debit-notes?per_page=100')) as { id: number }[]).find((row) => row.id === id)
    expect(raised).toMatchObject({ status: 'paid', written_off: 57.5 })
    expect(await get(`/debit-notes/${id}`)).toMatchObject({ status: 'paid', written_off: 57.5 })
  })
  test('a payment is reversed on a later day', async () => {
    const sold = await invoice(service(100))
    const { id } = await receive(115, [{ reference_id: sold.id, amount: 115 }])
    expect(
      await moved(() => post(`/accounting/income-payments/${id}/reverse`, { date: today(), reason: 'شيك مرتجع' })),
    ).toEqual(['AR D115', 'CASH C115'])
    expect(await get(`/accounting/income-payments/${id}`)).toMatchObject({ is_void: true })
    expect(await get(`/invoices/${sold.id}`)).toMatchObject({ status: 'confirmed' })
  })
  test('V17 a foreign receipt, allocated later, gains against the invoice', async () => {
    const euro = (await get('/currencies/list')).find((row: { code: string }) => row.code === 'EUR')
    expectOk(await owner.post(`/currencies/${euro.id}/rate`, { rate: '4.10' }))
    const sold = await invoice(service(1000), { currency_id: euro.id })
    expectOk(await owner.post(`/currencies/${euro.id}/rate`, { rate: '4.25' }))
    const { id } = await receive(1150, [], { currency_id: euro.id })
    expect(
      await moved(() =>
        post(`/accounting/income-payments/${id}/allocate`, { references: [{ reference_id: sold.id, amount: 1150 }] }),
      ),
    ).toEqual(['AR C4715', 'CUST_ADV D4887.5', 'FX_GAIN_R C172.5'])
  })
})
