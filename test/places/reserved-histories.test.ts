import { expect, test } from 'vitest'
import { stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'

// Random orders of three places, their deliveries, transfers, changes of place and closings, against a model that adds up: what is available in each
// place after every act (decision 0261). A delivery is refused exactly where its place has less, or its order less to move.

const app = await createTestApp()
const owner = await createOrganization(app)
const histories = Number(process.env.HISTORIES ?? 3)
const steps = 25
const places: number[] = []
for (const name of ['رئيسي', 'معرض', 'سيارة'])
  places.push(await idOf(owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' })))
const { version: _, ...profile } = expectOk(await owner.get('/organization/show')).body.data
expectOk(await owner.post('/organization/update', { ...profile, uses_places: true }))

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed * 7919 + 17
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Ordered = { id: number; line: number; place: number; quantity: number; delivered: number; isOpen: boolean }

test.each(Array.from({ length: histories }, (_value, index) => index + 1))('history %i', async (seed) => {
  const draw = drawer(seed)
  const product_id = await stockedProduct(owner, 30, '7')
  const onHand = [30, 0, 0]
  const orders: Ordered[] = []
  const { customer, branch, currency, tax } = owner.ids
  const body = (place: number, quantity: number) => ({
    customer_id: customer,
    order_date: today(),
    branch_id: branch,
    place_id: places[place],
    currency_id: currency,
    tax_id: tax,
    items: [{ product_id, quantity, price: 20, tax_rate: 15 }],
  })
  const heldIn = (place: number) => onHand[place] ?? 0
  const move = (place: number, quantity: number) => {
    onHand[place] = heldIn(place) + quantity
  }
  const acts = {
    async order() {
      const [place, quantity] = [draw(3), 1 + draw(6)]
      const { id, items } = expectOk(await owner.post('/sales-orders', body(place, quantity))).body.data
      expectOk(await owner.post(`/sales-orders/${id}/confirm`, {}))
      orders.push({ id, line: items[0].id, place, quantity, delivered: 0, isOpen: true })
    },
    async deliver() {
      const one = orders[draw(orders.length)]
      if (!one) return
      const [quantity, other] = [1 + draw(4), draw(4)]
      // Without a place it is that of the order.
      const place = other < 3 && draw(3) === 0 ? other : one.place
      const place_id = place === one.place ? undefined : places[place]
      const items = [{ order_line_id: one.line, quantity }]
      const reply = await owner.post('/delivery-notes', { note_date: today(), place_id, items })
      const isSound = one.isOpen && one.delivered + quantity <= one.quantity && heldIn(place) >= quantity
      expect(reply.status, JSON.stringify([one, quantity, place, onHand, reply.body])).toBe(isSound ? 200 : 422)
      if (!isSound) return
      one.delivered += quantity
      move(place, -quantity)
    },
    async transfer() {
      const [from, quantity] = [draw(3), 1 + draw(8)]
      const to = (from + 1 + draw(2)) % 3
      const named = { transfer_date: today(), from_place_id: places[from], to_place_id: places[to] }
      const reply = await owner.post('/inventory/transfers', { ...named, items: [{ product_id, quantity }] })
      const isSound = heldIn(from) >= quantity
      expect(reply.status).toBe(isSound ? 200 : 422)
      if (!isSound) return
      move(from, -quantity)
      move(to, quantity)
    },
    async otherPlace() {
      const one = orders.find(({ isOpen, delivered }) => isOpen && delivered === 0)
      if (!one) return
      one.place = draw(3)
      expectOk(await owner.post(`/sales-orders/${one.id}/reopen`, {}))
      expectOk(await owner.post(`/sales-orders/${one.id}`, body(one.place, one.quantity)))
      expectOk(await owner.post(`/sales-orders/${one.id}/confirm`, {}))
    },
    async close() {
      const one = orders.find(({ isOpen }) => isOpen)
      if (!one) return
      expectOk(await owner.post(`/sales-orders/${one.id}/close`, { reason: 'x' }))
      one.isOpen = false
    },
  }
  const drawn = [
    'order',
    'order',
    'deliver',
    'deliver',
    'deliver',
    'transfer',
    'transfer',
    'otherPlace',
    'close',
  ] as const
  for (let step = 0; step < steps; step++) {
    await acts[drawn[draw(drawn.length)] ?? 'order']()
    for (const [place, id] of places.entries()) {
      const path = `/inventory/availability?products=${product_id}&place_id=${id}`
      const waiting = orders
        .filter((one) => one.isOpen && one.place === place)
        .reduce((total, one) => total + one.quantity - one.delivered, 0)
      const on_hand = heldIn(place)
      expect(expectOk(await owner.get(path)).body.data).toEqual([{ product_id, on_hand, available: on_hand - waiting }])
    }
  }
  expect(orders.length).toBeGreaterThan(1)
})
