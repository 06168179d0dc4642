import { expect, test } from 'vitest'
import { daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// Random histories of purchases and sales of places, transfers and their undoing on past days over five places, against a model that adds up changes. An
// act is refused exactly where some place would have less than nothing on its day or a later one.

const app = await createTestApp()
const owner = await createOrganization(app)
const histories = Number(process.env.HISTORIES ?? 3)
const steps = 25
const places: number[] = []
for (const name of ['رئيسي', 'معرض', 'سيارة', 'جدة', 'مخزن'])
  places.push(await idOf(owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' })))

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed * 6151 + 29
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** In thousandths of a piece. `age`: days ago. */
type Change = { place: number; age: number; amount: number }
type Act = { path: string; changes: Change[] }

test.each(Array.from({ length: histories }, (_, index) => index + 1))('history %i', async (seed) => {
  const draw = drawer(seed)
  const product_id = await stockedProduct(owner, 20, '7.77', daysAgo(30))
  // Two of the five begin with goods.
  const second = {
    bill_date: daysAgo(30),
    place_id: places[1],
    items: [{ product_id, quantity: 20, price: 9, tax_rate: 15 }],
  }
  expectOk(await owner.post('/bills', { ...billBody(owner, second), due_date: today() }))
  let acts: Act[] = [{ path: '', changes: [0, 1].map((place) => ({ place, age: 30, amount: 20_000 })) }]
  const heldIn = (place: number, age: number, all = acts) =>
    all
      .flatMap(({ changes }) => changes)
      .filter((change) => change.place === place && change.age >= age)
      .reduce((total, { amount }) => total + amount, 0)
  const isSound = (all: readonly Act[]) =>
    places.every((_, place) =>
      Array.from({ length: 31 }, (__, age) => heldIn(place, age, [...all])).every((held) => held >= 0),
    )
  const send = (changes: Change[]) => {
    const [{ place, age, amount }, second] = changes as [Change, Change | undefined]
    const quantity = Math.abs(amount) / 1000
    if (second) {
      const [from_place_id, to_place_id] = [places[place], places[second.place]]
      const body = { transfer_date: daysAgo(age), from_place_id, to_place_id, items: [{ product_id, quantity }] }
      return ['/inventory/transfers', body] as const
    }
    const items = [{ product_id, quantity, price: 10 + draw(30), tax_rate: 15 }]
    const days = amount > 0 ? { bill_date: daysAgo(age) } : { invoice_date: daysAgo(age) }
    const body = amount > 0 ? billBody(owner, { items }) : invoiceBody(owner, { items })
    return [amount > 0 ? '/bills' : '/invoices', { ...body, ...days, place_id: places[place] }] as const
  }

  for (let turn = 0; turn < steps; turn++) {
    const [kind, age, amount, place] = [draw(6), draw(30), 1 + draw(9000), draw(5)]
    const last = acts.at(-1) as Act
    if (kind === 0 && last.path !== '') {
      // Voiding a transfer is refused when the place it came to has less than it brought.
      const rest = acts.slice(0, -1)
      expect((await owner.remove(last.path)).status, last.path).toBe(isSound(rest) ? 200 : 422)
      if (isSound(rest)) acts = rest
    } else {
      const changes =
        kind === 1
          ? [{ place, age, amount }]
          : kind === 2
            ? [{ place, age, amount: -amount }]
            : [
                { place, age, amount: -amount },
                { place: (place + 1 + draw(4)) % 5, age, amount },
              ]
      const [folder, body] = send(changes)
      const reply = await owner.post(folder, body)
      const act = { path: `${folder}/${reply.body.data?.id}`, changes }
      expect(reply.status, JSON.stringify([changes, reply.body])).toBe(isSound([...acts, act]) ? 200 : 422)
      if (reply.status === 200) acts.push(act)
    }
    for (const asked of [draw(30), 0]) {
      const held = await Promise.all(
        places.map(async (place_id) => {
          const path = `/inventory/place-stock?place_id=${place_id}&date=${daysAgo(asked)}`
          const rows = expectOk(await owner.get(path)).body.data as { id: number; quantity: number }[]
          return Math.round((rows.find(({ id }) => id === product_id)?.quantity ?? 0) * 1000)
        }),
      )
      expect(held).toEqual(places.map((_, index) => heldIn(index, asked)))
    }
  }
  expect(acts.length).toBeGreaterThan(3)
  const sheet = expectOk(await owner.get(`/reports/stock-by-place?to=${today()}&whole=true`)).body.data
  expect(sheet.difference).toBe(0)
})
