import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { createOrganization, expectOk, idOf, invoiceBody, numbered } from '../harness/organization.ts'

// A product that is no longer stocked has neither quantity nor value (accounting rule V54), even after reversals of earlier
// purchases and sales.

const app = await createTestApp({ now: () => new Date('2026-08-01T09:00:00Z') })
const owner = await createOrganization(app)
const get = async (path: string) => expectOk(await owner.get(path)).body.data

const stockedAgain = async (product: number) => {
  const known = await get(`/products/${product}`)
  expectOk(await owner.post(`/products/${product}`, { ...known, quantity: '0', unlimited_quantity: false }))
}

const creditNote = (sold: number, quantity: number) =>
  owner.post(`/invoices/${sold}/credit-note`, {
    note_date: '2026-07-25',
    reason: 'مرتجع',
    lines: [{ line_number: 1, quantity }],
  })

const rows = (product: number, quantity: number, price: number) => [
  { product_id: product, quantity, price, tax_rate: 15 },
]
const invoice = (product: number, change: object = {}) =>
  invoiceBody(owner, { invoice_date: '2026-07-02', due_date: '2026-07-02', items: rows(product, 4, 200), ...change })

const correct = async (sold: number, body: object) =>
  owner.post(`/invoices/${sold}`, await numbered(owner, `/invoices/${sold}`, body))

/** Ten pieces for 1,000 are bought and four of them sold. */
async function traded() {
  const product = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
  const bill = billBody(owner, { bill_date: '2026-07-01', due_date: '2026-07-01', items: rows(product, 10, 100) })
  const bought = await idOf(owner.post('/bills', bill))
  return { product, bought, sold: await idOf(owner.post('/invoices', invoice(product))) }
}

/** The rest is counted out, and the product has no end from now on. */
async function noLongerStocked(product: number): Promise<number> {
  const lines = [{ product_id: product, counted: '0' }]
  const counted = { count_date: '2026-07-20', branch_id: owner.ids.branch, lines }
  const id = await idOf(owner.post('/inventory/counts', counted))
  const known = await get(`/products/${product}`)
  expectOk(await owner.post(`/products/${product}`, { ...known, quantity: '', unlimited_quantity: true }))
  return id
}

async function isGone(product: number) {
  const { rows, difference } = await get('/reports/inventory-valuation')
  expect(rows.filter(({ key }: { key: string }) => key === `product:${product}`)).toEqual([])
  expect(difference ?? 0).toBe(0)
}

test('goods returned by a void sale are counted out on the same day', async () => {
  const { product, sold } = await traded()
  await noLongerStocked(product)
  const moved = await movedBy(app, owner, async () => expectOk(await owner.remove(`/invoices/${sold}`)))
  expect(moved).toEqual(['AR C920', 'COGS C400', 'REV_GOODS D800', 'STOCK_LOSS D400', 'VAT_OUT D120'])
  await isGone(product)
})

test('goods restored by a void supplier credit are counted out as well', async () => {
  const { product, bought } = await traded()
  const note = { note_date: '2026-07-05', reason: 'مرتجع', lines: [{ line_number: 1, quantity: 2 }] }
  const credit = await idOf(owner.post(`/bills/${bought}/supplier-credit`, note))
  await noLongerStocked(product)
  const moved = await movedBy(app, owner, async () => expectOk(await owner.remove(`/supplier-credits/${credit}`)))
  expect(moved).toEqual(['AP C230', 'STOCK_LOSS D200', 'VAT_IN D30'])
  await isGone(product)
})

test('a corrected sale keeps the cost of its remaining rows', async () => {
  const { product, sold } = await traded()
  await noLongerStocked(product)
  const customer_id = await idOf(owner.post('/customers', await bodies.customers(owner)))
  const moved = await movedBy(app, owner, async () => expectOk(await correct(sold, invoice(product, { customer_id }))))
  expect(moved).toEqual([])
  await isGone(product)
})

test('goods removed from a corrected sale are counted out', async () => {
  const { product, sold } = await traded()
  await noLongerStocked(product)
  const items = rows(product, 3, 200)
  const moved = await movedBy(app, owner, async () => expectOk(await correct(sold, invoice(product, { items }))))
  expect(moved).toEqual(['AR C230', 'COGS C400', 'REV_GOODS D200', 'STOCK_LOSS D400', 'VAT_OUT D30'])
  await isGone(product)
})

test('the count that emptied a product cannot be voided until the product is stocked again', async () => {
  const { product } = await traded()
  const count = await noLongerStocked(product)
  const refused = await owner.remove(`/inventory/counts/${count}`)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['status']])
  const { count_date, branch_id, lines } = await get(`/inventory/counts/${count}`)
  const noted = { count_date, branch_id, lines, notes: 'أُوقف جرده' }
  expect(expectOk(await owner.post(`/inventory/counts/${count}`, noted)).body.data.notes).toBe(noted.notes)
  await stockedAgain(product)
  expectOk(await owner.remove(`/inventory/counts/${count}`))
  expect((await get(`/products/${product}`)).quantity).toBe(6)
})

test('a bill whose goods were counted out cannot be voided, and a credit note returns no stock', async () => {
  const { product, bought, sold } = await traded()
  await noLongerStocked(product)
  expect((await owner.remove(`/bills/${bought}`)).status).toBe(422)
  const moved = await movedBy(app, owner, async () => expectOk(await creditNote(sold, 1)))
  expect(moved).toEqual(['AR C230', 'SALES_RET D200', 'VAT_OUT D30'])
  await isGone(product)
})

test('a piece returned unstocked keeps its cost in cost of sales when the others are returned to stock', async () => {
  const { product, sold } = await traded()
  await noLongerStocked(product)
  const unmoved = await idOf(creditNote(sold, 1))
  await stockedAgain(product)
  const others = await movedBy(app, owner, async () => expectOk(await creditNote(sold, 3)))
  expect(others).toEqual(['AR C690', 'COGS C300', 'INV D300', 'SALES_RET D600', 'VAT_OUT D90'])
  expect(await get(`/products/${product}`)).toMatchObject({ quantity: 3 })
  const corrected = await correct(sold, invoice(product, { items: rows(product, 2, 200) }))
  expect([corrected.status, Object.keys(corrected.body.errors)]).toEqual([422, ['status']])
  // After its reversal it may be returned once more, now with its cost.
  expectOk(await owner.remove(`/credit-notes/${unmoved}`))
  const last = await movedBy(app, owner, async () => expectOk(await creditNote(sold, 1)))
  expect(last).toEqual(['AR C230', 'COGS C100', 'INV D100', 'SALES_RET D200', 'VAT_OUT D30'])
})

test('a note whose goods were counted out cannot be voided, and the refusal says what to do', async () => {
  const { product, sold } = await traded()
  const note = await idOf(creditNote(sold, 2))
  const lines = [{ product_id: product, counted: '0' }]
  expectOk(await owner.post('/inventory/counts', { count_date: '2026-07-26', branch_id: owner.ids.branch, lines }))
  expect((await owner.remove(`/credit-notes/${note}`)).body.errors.status).toMatch(/goods of this note.*new document/)
})

test('goods sent back while they were unstocked leave the others what they are worth', async () => {
  const { product, bought } = await traded()
  await noLongerStocked(product)
  const sendBack = (quantity: number) =>
    owner.post(`/bills/${bought}/supplier-credit`, {
      note_date: '2026-07-25',
      reason: 'مرتجع',
      lines: [{ line_number: 1, quantity }],
    })
  const unmoved = await idOf(sendBack(1))
  await stockedAgain(product)
  expect((await sendBack(2)).status).toBe(422)
  const again = billBody(owner, { bill_date: '2026-07-24', due_date: '2026-07-24', items: rows(product, 5, 90) })
  expectOk(await owner.post('/bills', again))
  const back = await movedBy(app, owner, async () => expectOk(await sendBack(2)))
  expect(back).toEqual(['AP D230', 'INV C180', 'PPV C20', 'VAT_IN C30'])
  const undone = await movedBy(app, owner, async () => expectOk(await owner.remove(`/supplier-credits/${unmoved}`)))
  expect(undone).toEqual(['AP C115', 'NONSTOCK D100', 'VAT_IN D15'])
  expect(await get(`/products/${product}`)).toMatchObject({ quantity: 3 })
})

test('opening stock of what is no longer stocked stays when the rest is saved again, and is not changed', async () => {
  const product = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
  const another = await idOf(owner.post('/products', { ...(await bodies.products(owner)), quantity: '0' }))
  const row = { product_id: product, quantity: '6', unit_cost: '12.345' }
  const save = (stock: object[], opening_date = '2026-01-01') =>
    owner.post('/accounting/opening', { opening_date, branch_id: owner.ids.branch, stock })
  expectOk(await save([row]))
  await noLongerStocked(product)
  const added = { product_id: another, quantity: '2', unit_cost: '50' }
  const moved = await movedBy(app, owner, async () => expectOk(await save([{ ...row, unit_cost: '12.345000' }, added])))
  expect(moved).toEqual(['INV D100', 'OPEN_EQ C100'])
  const refused = async (stock: object[], day?: string) => (await save(stock, day)).body.errors
  expect(await refused([{ ...row, quantity: '7' }, added])).toHaveProperty(['stock.0.product_id'])
  expect(await refused([added])).toHaveProperty(['stock'])
  // On another day the whole opening balance would be posted again.
  expect((await refused([row, added], '2026-01-02'))['stock.0.quantity']).toMatch(/issued since/)
  await isGone(product)
})

/** Ten pieces are bought and four sold while they have no end; then six are found, and stocked from there on. */
async function stockedSince() {
  const values = { ...(await bodies.products(owner)), quantity: '', unlimited_quantity: true }
  const product = await idOf(owner.post('/products', values))
  const days = { bill_date: '2026-07-01', due_date: '2026-07-01' }
  const bill = (change: object = {}) => billBody(owner, { ...days, items: rows(product, 10, 100), ...change })
  const bought = await idOf(owner.post('/bills', bill()))
  const sold = await idOf(owner.post('/invoices', invoice(product)))
  expectOk(await owner.post(`/products/${product}`, { ...values, quantity: '6', unlimited_quantity: false }))
  return { product, bill, bought, sold }
}

test('correcting a document from the time before stock-keeping moves no stock', async () => {
  const { product, bill, bought, sold } = await stockedSince()
  const customer_id = await idOf(owner.post('/customers', await bodies.customers(owner)))
  const corrected = await movedBy(app, owner, async () => {
    expectOk(await correct(sold, invoice(product, { customer_id })))
    expectOk(await owner.post(`/bills/${bought}`, bill()))
  })
  expect(corrected).toEqual([])
  expect(await get(`/products/${product}`)).toMatchObject({ quantity: 6 })
})

test('a bill with a stocked and an unstocked row of one product: each row is credited to its own account', async () => {
  const { product, bill, bought } = await stockedSince()
  const items = [...rows(product, 10, 100), ...rows(product, 2, 50)]
  const added = await movedBy(app, owner, async () => expectOk(await owner.post(`/bills/${bought}`, bill({ items }))))
  expect(added).toEqual(['AP C115', 'INV D100', 'VAT_IN D15'])
  const credit = (line_number: number) => {
    const lines = [{ line_number, amount: 10 }]
    const note = { note_date: '2026-08-01', reason: 'خصم', lines }
    return movedBy(app, owner, async () => expectOk(await owner.post(`/bills/${bought}/supplier-credit`, note)))
  }
  expect(await credit(1)).toEqual(['AP D11.5', 'NONSTOCK C10', 'VAT_IN C1.5'])
  expect(await credit(2)).toEqual(['AP D11.5', 'INV C10', 'VAT_IN C1.5'])
})
