import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// Counts (accounting rules 2.4, V36, V37, V54): the difference moves stock and books together, and goes back by its mirror.

const app = await createTestApp()
const owner = await createOrganization(app)
const stocked = async (quantity: string, purchase_price: string) =>
  expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity, purchase_price })).body.data
    .id as number
const count = (lines: object[], change: object = {}) =>
  owner.post('/inventory/counts', { count_date: today(), branch_id: owner.ids.branch, lines, ...change })
const stockOf = (id: number) =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query('SELECT quantity, value FROM stock_items WHERE product_id = $1', [id])
    return `${Number(rows[0].quantity)}/${Number(rows[0].value)}`
  })
const accounts = () =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, sum(line.debit - line.credit) AS net FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 AND account.role IN ('STOCK_LOSS', 'STOCK_GAIN') GROUP BY 1`,
      [owner.token?.split('.')[0]],
    )
    return Object.fromEntries(rows.map((row) => [row.role, Number(row.net)]))
  })

describe('a count', () => {
  test('V36, V37: a loss leaves at the average; its mirror brings it back', async () => {
    const product = await stocked('20', '12.345')
    expect(await stockOf(product)).toBe('20/246.9')
    const { data } = expectOk(await count([{ product_id: product, counted: '17' }])).body
    expect(data).toMatchObject({ value: -37.04, status: 'posted', lines: [{ book_quantity: 20, difference: -3 }] })
    expect(await stockOf(product)).toBe('17/209.86')
    expect(await accounts()).toEqual({ STOCK_LOSS: 37.04 })
    expectOk(await owner.remove(`/inventory/counts/${data.id}`))
    expect(await stockOf(product)).toBe('20/246.9')
    expect((await owner.get(`/inventory/counts/${data.id}`)).body.data.status).toBe('void')
    expect((await owner.remove(`/inventory/counts/${data.id}`)).status).toBe(422)
  })
  test('V54: a count of zero removes all value, and the product may become unlimited', async () => {
    const product = await stocked('17', '12.344706')
    const unlimited = { ...(await bodies.products(owner)), unlimited_quantity: true, quantity: '' }
    expect((await owner.post(`/products/${product}`, unlimited)).body.errors).toHaveProperty('unlimited_quantity')
    expectOk(await count([{ product_id: product, counted: '0' }]))
    expect(await stockOf(product)).toBe('0/0')
    expectOk(await owner.post(`/products/${product}`, unlimited))
  })
  test('an update without quantity keeps what is there, and a new product without one is refused', async () => {
    const { unlimited_quantity: _, quantity: __, ...body } = await bodies.products(owner)
    const id = await stocked('4', '60')
    expectOk(await owner.post(`/products/${id}`, body))
    expect(await stockOf(id)).toBe('4/240')
    expect((await owner.post('/products', { ...body, code: 'N-1' })).body.errors).toHaveProperty('quantity')
    expect((await owner.post(`/products/${id}`, { ...body, quantity: '' })).body.errors).toHaveProperty('quantity')
    const unlimited = expectOk(await owner.post('/products', { ...body, code: 'N-2', unlimited_quantity: true })).body
      .data
    expectOk(await owner.post(`/products/${unlimited.id}`, { ...body, code: 'N-2' }))
    expect(expectOk(await owner.get(`/products/${unlimited.id}`)).body.data).toMatchObject({ unlimited_quantity: true })
  })
  test('several products at once: surplus and shortage apart, corrected under the same number', async () => {
    const [a, b] = [await stocked('10', '5'), await stocked('0', '8')]
    const lines = [
      { product_id: a, counted: '9' },
      { product_id: b, counted: '2' },
    ]
    const before = await accounts()
    const { id, number, version } = expectOk(await count(lines)).body.data
    expect(await stockOf(b)).toBe('2/16')
    const body = { count_date: today(), branch_id: owner.ids.branch, lines: [{ product_id: a, counted: '8' }], version }
    const corrected = expectOk(await owner.post(`/inventory/counts/${id}`, body)).body.data
    expect(corrected).toMatchObject({ number, revision: 2, value: -10 })
    expect([await stockOf(a), await stockOf(b)]).toEqual(['8/40', '0/0'])
    const after = await accounts()
    expect(after.STOCK_LOSS - before.STOCK_LOSS).toBeCloseTo(10)
    const entries = expectOk(await owner.get(`/inventory/counts/${id}/entries`)).body.data as { called: string }[]
    expect(new Set(entries.map(({ called }) => called))).toEqual(new Set(['inventory_count']))
  })
  test('a count of an earlier day compares with that day, and never removes later issues', async () => {
    const product = await stocked('0', '0')
    const year = today().slice(0, 4)
    const items = (quantity: number) => [{ product_id: product, quantity, price: 10, tax_rate: 15 }]
    expectOk(await owner.post('/bills', billBody(owner, { bill_date: `${year}-01-01`, items: items(10) })))
    expectOk(await owner.post('/invoices', invoiceBody(owner, { invoice_date: `${year}-01-03`, items: items(8) })))
    const sheet = expectOk(await owner.get(`/inventory/counts/sheet?date=${year}-01-02`)).body.data
    expect(sheet.find((row: { id: number }) => row.id === product)).toMatchObject({
      quantity: 10,
      cost: 10,
      unit_en: 'Piece',
    })
    const refused = await count([{ product_id: product, counted: '7' }], { count_date: `${year}-01-02` })
    expect(refused.body.errors['lines.0.counted']).toMatch(/8/)
    expectOk(await count([{ product_id: product, counted: '9' }], { count_date: `${year}-01-02` }))
    expect(await stockOf(product)).toBe('1/10')
  })
  test('a surplus that was sold later cannot be reversed', async () => {
    const product = await stocked('0', '4')
    const { id } = expectOk(await count([{ product_id: product, counted: '3' }])).body.data
    const items = [{ product_id: product, quantity: 2, price: 10, tax_rate: 15 }]
    expectOk(await owner.post('/invoices', invoiceBody(owner, { items })))
    expect((await owner.remove(`/inventory/counts/${id}`)).body.errors).toHaveProperty('status')
  })
  test("refuses services, doubles, negatives and strangers' dates on their fields", async () => {
    const line = { product_id: owner.ids.goods, counted: '5' }
    expect((await count([{ ...line, product_id: owner.ids.service }])).body.errors).toHaveProperty([
      'lines.0.product_id',
    ])
    expect((await count([line, line])).body.errors).toHaveProperty(['lines.1.product_id'])
    expect((await count([{ ...line, counted: '-1' }])).body.errors).toHaveProperty(['lines.0.counted'])
    expect((await count([line], { count_date: '1999-01-01' })).body.errors).toHaveProperty('count_date')
    expect((await count([line], { count_date: '2100-01-01' })).body.errors.count_date).toMatch(/future/)
    expect((await (await clientWith(app, owner, ['list-product'])).get('/inventory/counts')).status).toBe(403)
  })
  test('the card of a product has an address of its own as well', async () => {
    const product = await stocked('5', '2')
    const card = async (path: string) => expectOk(await owner.get(path)).body.data
    const own = await card(`/inventory/products/${product}/card?from=${today()}`)
    expect(own.rows.at(-1).figures).toMatchObject({ stock_balance_quantity: 5, stock_balance_value: 10 })
    expect(own).toEqual(await card(`/reports/stock-card?product_id=${product}&from=${today()}`))
    expect((await owner.get('/inventory/products/999999/card')).status).toBe(404)
  })
  test('the card names a count by the number printed on it', async () => {
    const product = await stocked('5', '2')
    const { id, number } = expectOk(await count([{ product_id: product, counted: '4' }])).body.data
    const { rows } = expectOk(await owner.get(`/inventory/products/${product}/card?from=${today()}`)).body.data
    expect(rows).toContainEqual(
      expect.objectContaining({
        label: expect.objectContaining({ word: 'kinds.inventory_count', code: number }),
        link: { to: 'inventory_count', query: { id } },
      }),
    )
  })
  test('a quantity changed on the product form is a count as well', async () => {
    const product = await stocked('5', '2')
    expectOk(await owner.post(`/products/${product}`, { ...(await bodies.products(owner)), quantity: '6' }))
    const [latest] = (await owner.get('/inventory/counts?sort_key=created_at&sort_order=desc')).body.data
    expect(latest).toMatchObject({ origin: 'product_form', value: 2 })
  })
  test('of two concurrent counts of the same goods both succeed, and the second finds no difference', async () => {
    const product = await stocked('50', '1')
    const replies = await Promise.all(Array.from({ length: 6 }, () => count([{ product_id: product, counted: '40' }])))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await stockOf(product)).toBe('40/40')
  })
})

test('a quantity changed on the product form is counted in the first active branch', async () => {
  const other = await createOrganization(app)
  const branch = (change: object) => ({
    name: 'فرع',
    email: 'branch@example.sa',
    city_id: 2,
    status: 'active',
    ...change,
  })
  const second = expectOk(await other.post('/branches', branch({}))).body.data.id
  expectOk(await other.post(`/branches/${other.ids.branch}`, branch({ name: 'أُغلق', status: 'inactive' })))
  const product = { ...(await bodies.products(other)), quantity: '5' }
  const { id } = expectOk(await other.post('/products', product)).body.data
  expectOk(await other.post(`/products/${id}`, { ...product, quantity: '3' }))
  const { rows } = expectOk(await other.get(`/reports/trial-balance?branch_id=${second}`)).body.data
  const inventory = rows.find((row: { texts: { number?: string } }) => row.texts.number === '110301')
  expect(inventory.figures.closing_debit).toBe(24)
})
