import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// Random histories over three units of one product against a model of whole millionths of a piece, which shares no code with the product
// (decision 0256): stock, what orders have open, and the money of rows, in every step.

const app = await createTestApp()
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const histories = Number(process.env.HISTORIES ?? 6)
const steps = 14

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Millionths of a piece that one of a unit holds. */
const contents = [1_000_000n, 12_000_000n, 2_500_000n] as const
/** Tenths of a unit: a row states 0.4 of a carton, too. */
type Row = { unit: number; tenths: number; price: number }
const piecesOf = ({ unit, tenths }: Row) => ((contents[unit] as bigint) * BigInt(tenths)) / 10n
/** Halalas of tenths at a price in whole riyals: exact. */
const halalasOf = ({ tenths, price }: Row) => tenths * price * 10

test.each(Array.from({ length: histories }, (_, index) => index + 1))('history %i', async (seed) => {
  const draw = drawer(seed)
  const product_id = await idOf(owner.post('/products', await bodies.products(owner)))
  const addUnit = async (content: string) => {
    const unit_id = await idOf(owner.post('/units', await bodies.units(owner)))
    return idOf(owner.post('/product-units', { product_id, unit_id, content, status: 'active' }))
  }
  const units = ['', await addUnit('12'), await addUnit('2.5')] as const
  const drawRow = (): Row => ({ unit: draw(3), tenths: 1 + draw(60), price: 1 + draw(90) })
  const sent = (row: Row) => ({
    product_id,
    product_unit_id: units[row.unit],
    quantity: `${Math.floor(row.tenths / 10)}.${row.tenths % 10}`,
    price: String(row.price),
    tax_rate: '15',
  })
  const inStock = async () => BigInt(Math.round(Number((await get(`/products/${product_id}`)).quantity) * 1e6))
  let stock = 0n
  const posted: { path: string; row: Row; id: number; way: 1n | -1n; returned: bigint }[] = []

  const buy = async (row: Row) => {
    const bill = { ...(await bodies.bills(owner)), items: [sent(row)] }
    const { id, items } = expectOk(await owner.post('/bills', bill)).body.data
    expect(Math.round(items[0].net * 100)).toBe(halalasOf(row))
    posted.push({ path: '/bills', row, id, way: 1n, returned: 0n })
    stock += piecesOf(row)
  }
  const sell = async (row: Row) => {
    const reply = await owner.post('/invoices', invoiceBody(owner, { items: [sent(row)] }))
    if (piecesOf(row) > stock) return expect(reply.body.code).toBe('insufficient_stock')
    const { id, items } = expectOk(reply).body.data
    expect(BigInt(Math.round(items[0].base_quantity * 1e6))).toBe(piecesOf(row))
    expect(Math.round(items[0].net * 100)).toBe(halalasOf(row))
    posted.push({ path: '/invoices', row, id, way: -1n, returned: 0n })
    stock -= piecesOf(row)
  }
  const correct = async (row: Row) => {
    const sales = posted.filter(({ path, returned }) => path === '/invoices' && returned === 0n)
    const one = sales[draw(sales.length)]
    if (!one) return
    const { invoice_number } = await get(`/invoices/${one.id}`)
    const reply = await owner.post(`/invoices/${one.id}`, invoiceBody(owner, { invoice_number, items: [sent(row)] }))
    if (piecesOf(row) > stock + piecesOf(one.row)) return expect(reply.body.code).toBe('insufficient_stock')
    expectOk(reply)
    stock += piecesOf(one.row) - piecesOf(row)
    one.row = row
  }
  const giveBack = async (row: Row) => {
    const sales = posted.filter(({ path }) => path === '/invoices')
    const one = sales[draw(sales.length)]
    if (!one) return
    // In pieces, or in the unit of the row; never in another one.
    const asked = { ...row, unit: draw(2) ? one.row.unit : 0 }
    const line = { line_number: 1, quantity: sent(asked).quantity, product_unit_id: units[asked.unit] }
    const body = { note_date: today(), reason: 'إرجاع', lines: [line] }
    const reply = await owner.post(`/invoices/${one.id}/credit-note`, body)
    const left = piecesOf(one.row) - one.returned
    if (piecesOf(asked) > left) return expect(reply.status).toBe(422)
    // Pieces whose part of the price is less than half a halala, or more than rounding left, are refused as amounts are.
    if (reply.status === 422) return expect(JSON.stringify(reply.body.errors)).toMatch(/lines\.0\./)
    expect(BigInt(Math.round(expectOk(reply).body.data.items[0].base_quantity * 1e6))).toBe(piecesOf(asked))
    one.returned += piecesOf(asked)
    stock += piecesOf(asked)
  }
  /** An order in one unit, delivered in another, and the rest by a conversion: nothing is left of it. */
  const order = async (row: Row) => {
    const head = { customer_id: owner.ids.customer, branch_id: owner.ids.branch, currency_id: 1, tax_id: owner.ids.tax }
    const { id } = await post('/sales-orders', { ...head, order_date: today(), items: [sent(row)] })
    await post(`/sales-orders/${id}/confirm`, {})
    const [line] = (await get(`/sales-orders/${id}`)).items
    expect(BigInt(Math.round(line.open * 1e6))).toBe(piecesOf(row))
    const part = drawRow()
    const moved = { order_line_id: line.id, quantity: sent(part).quantity, product_unit_id: units[part.unit] }
    const reply = await owner.post('/delivery-notes', { note_date: today(), items: [moved] })
    const isMoved = piecesOf(part) <= piecesOf(row) && piecesOf(part) <= stock
    expect(reply.status).toBe(isMoved ? 200 : 422)
    if (isMoved) stock -= piecesOf(part)
    const made = expectOk(await owner.post(`/sales-orders/${id}/invoice`, {})).body.data
    const draft = await get(`/invoices/${made.id}`)
    const total = draft.items.reduce(
      (sum: bigint, item: { base_quantity: number }) => sum + BigInt(Math.round(item.base_quantity * 1e6)),
      0n,
    )
    expect(total).toBe(piecesOf(row))
    const rest = piecesOf(row) - (isMoved ? piecesOf(part) : 0n)
    const confirmed = await owner.post(`/invoices/${made.id}/confirm`, {})
    expect(confirmed.status).toBe(rest <= stock ? 200 : 422)
    if (confirmed.status === 200) stock -= rest
    const [after] = (await get(`/sales-orders/${id}`)).items
    expect(after.open).toBe(0)
  }
  const remove = async () => {
    const free = posted.filter(({ returned }) => returned === 0n)
    const one = free[draw(free.length)]
    if (!one) return
    const after = stock - one.way * piecesOf(one.row)
    const reply = await owner.remove(`${one.path}/${one.id}`)
    if (after < 0n) return expect(reply.status).toBe(422)
    expectOk(reply)
    stock = after
    posted.splice(posted.indexOf(one), 1)
  }

  await buy({ unit: 1, tenths: 55, price: 40 })
  for (let step = 0; step < steps; step++) {
    await [buy, sell, sell, correct, giveBack, order, remove][draw(7)]?.(drawRow())
    expect(await inStock(), `step ${step}`).toBe(stock)
  }
})
