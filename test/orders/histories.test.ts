import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, today } from '../harness/organization.ts'

// Random histories over one order and its invoices against a model that only adds up: what is taken of each row, in every step, and
// nothing of it when all is undone from the last to the first.

const app = await createTestApp()
const owner = await createOrganization(app)
const { get, post } = callsOf(owner)
const histories = Number(process.env.HISTORIES ?? 12)
const steps = 10

type Taken = { id: number; state: 'draft' | 'posted'; rows: ReadonlyMap<number, number> }
type Line = { id: number; quantity: number; product_id: number; taken: number }

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const takenBy = (made: readonly Taken[], line: number) => made.reduce((sum, { rows }) => sum + (rows.get(line) ?? 0), 0)

test.each(Array.from({ length: histories }, (_, index) => index + 1))('history %i', async (seed) => {
  const draw = drawer(seed)
  const lines = [0, 1, 2].map(() => ({
    product_id: draw(2) ? owner.ids.service : owner.ids.goods,
    quantity: 1 + draw(9),
    price: 10 + draw(90),
    tax_rate: 15,
  }))
  const head = { customer_id: owner.ids.customer, branch_id: owner.ids.branch, currency_id: 1, tax_id: owner.ids.tax }
  const { id } = await post('/sales-orders', { ...head, order_date: today(), items: lines })
  const path = `/sales-orders/${id}`
  await post(`${path}/confirm`, {})
  const stored: Line[] = (await get(path)).items
  let made: Taken[] = []
  const left = (line: Line, but?: Taken) =>
    line.quantity -
    takenBy(
      made.filter((one) => one !== but),
      line.id,
    )
  const bodyOf = (rows: ReadonlyMap<number, number>, status: string) =>
    invoiceBody(owner, {
      status,
      items: stored.flatMap((line) =>
        rows.has(line.id)
          ? { product_id: line.product_id, quantity: rows.get(line.id), price: 7, tax_rate: 15, order_line_id: line.id }
          : [],
      ),
    })
  const drawRows = () =>
    new Map(stored.flatMap((line) => (draw(3) ? [[line.id, 1 + draw(line.quantity)] as const] : [])))
  const fits = (rows: ReadonlyMap<number, number>, but?: Taken) =>
    stored.every((line) => (rows.get(line.id) ?? 0) <= left(line, but))
  const remove = async (one: Taken) => {
    expectOk(await owner.remove(`/invoices/${one.id}`))
    made = made.filter((other) => other !== one)
  }

  for (let step = 0; step < steps; step++) {
    const one = made[draw(Math.max(made.length, 1))]
    const act = draw(6)
    if (act <= 1 || !one) {
      const rows = drawRows()
      if (rows.size === 0) continue
      const state = act ? ('posted' as const) : ('draft' as const)
      const reply = await owner.post('/invoices', bodyOf(rows, state === 'draft' ? 'draft' : 'confirmed'))
      expect(reply.status).toBe(fits(rows) ? 200 : 422)
      if (reply.status === 200) made.push({ id: reply.body.data.id, state, rows })
    } else if (act === 2) {
      const rows = drawRows()
      if (rows.size === 0) continue
      // A draft is rewritten, a posted invoice is corrected.
      const { invoice_number } = await get(`/invoices/${one.id}`)
      const status = one.state === 'draft' ? 'draft' : 'confirmed'
      const reply = await owner.post(`/invoices/${one.id}`, { ...bodyOf(rows, status), invoice_number })
      expect(reply.status, JSON.stringify(reply.body)).toBe(fits(rows, one) ? 200 : 422)
      if (reply.status === 200) made = made.map((other) => (other === one ? { ...one, rows } : other))
    } else if (act === 3 && one.state === 'draft') {
      expectOk(await owner.post(`/invoices/${one.id}/confirm`, {}))
      made = made.map((other) => (other === one ? { ...one, state: 'posted' } : other))
    } else if (act === 4) await remove(one)
    else {
      const open = new Map(stored.flatMap((line) => (left(line) > 0 ? [[line.id, left(line)] as const] : [])))
      const reply = await owner.post(`${path}/invoice`, {})
      expect(reply.status).toBe(open.size > 0 ? 200 : 422)
      if (reply.status === 200) made.push({ id: reply.body.data.id, state: 'draft', rows: open })
    }
    const now: Line[] = (await get(path)).items
    expect(now.map(({ taken }) => taken)).toEqual(stored.map((line) => takenBy(made, line.id)))
  }
  for (const one of made.toReversed()) await remove(one)
  expect((await get(path)).items.map(({ taken }: Line) => taken)).toEqual([0, 0, 0])
})
