import { expect, test } from 'vitest'
import { permissionKeys } from '#contract/access/permissions.ts'
import { daysAgo } from '../goods/moving-goods.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'
import { trackedProduct } from './tracked-product.ts'

// Random histories of purchases, sales, transfers and their undoing on past days, in pieces and in cartons of 12. There are five places, three batches
// and eight serial numbers. An owner and a keeper of two places act. A model adds up changes. An act is refused exactly where some place would have less
// than nothing of a lot on its day or a later one. The same is so where a serial number would be there twice, or its user does not keep the place.

const app = await createTestApp()
const owner = await createOrganization(app)
const histories = Number(process.env.HISTORIES ?? 2)
const steps = 40
const places: number[] = []
for (const name of ['رئيسي', 'معرض', 'سيارة', 'جدة', 'مخزن'])
  places.push(await idOf(owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' })))
const keptPlaces = [1, 2]
const keeper = await clientWith(app, owner, [...permissionKeys])
const { id: keeper_id } = expectOk(await keeper.get('/auth/session')).body.data
const { name, email, role_id, status } = expectOk(await owner.get(`/users/${keeper_id}`)).body.data
const place_ids = keptPlaces.map((index) => places[index])
expectOk(await owner.post(`/users/${keeper_id}`, { name, email, role_id, status, place_ids }))
const unit_id = await idOf(owner.post('/units', { code: 'CTN', name: 'كرتون', status: 'active' }))

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed * 7919 + 17
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Change = { place: number; age: number; lot: string; amount: number }
type Act = { path: string; changes: Change[] }
const cases = (['batch', 'serial'] as const).flatMap((tracking) =>
  Array.from({ length: histories }, (_, index) => [tracking, index + 1] as const),
)

test.each(cases)('history of a %s product %i', async (tracking, seed) => {
  const draw = drawer(seed + (tracking === 'serial' ? 100 : 0))
  const product_id = await trackedProduct(owner, tracking)
  const lots = tracking === 'batch' ? ['A', 'B', 'C'] : ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const carton = { product_id, unit_id, content: '12', status: 'active' }
  const product_unit_id = await idOf(owner.post('/product-units', carton))
  let acts: Act[] = []
  const heldIn = (place: number, lot: string, age: number, all: readonly Act[]) =>
    all
      .flatMap(({ changes }) => changes)
      .filter((change) => change.place === place && change.lot === lot && change.age >= age)
      .reduce((total, { amount }) => total + amount, 0)
  const days = Array.from({ length: 31 }, (_, age) => age)
  const isSound = (all: readonly Act[]) =>
    lots.every((lot) =>
      days.every((age) => {
        const held = places.map((_, place) => heldIn(place, lot, age, all))
        const total = held.reduce((sum, one) => sum + one, 0)
        return held.every((one) => one >= 0) && (tracking === 'batch' || total <= 1)
      }),
    )
  const send = (changes: Change[]) => {
    const [{ place, age, amount, lot }, second] = changes as [Change, Change | undefined]
    const quantity = Math.abs(amount)
    const stated = quantity % 12 === 0 ? { quantity: quantity / 12, product_unit_id } : { quantity }
    const row = { product_id, ...stated, lots: [{ number: lot, quantity }] }
    if (second) {
      const [from_place_id, to_place_id] = [places[place], places[second.place]]
      return [
        '/inventory/transfers',
        { transfer_date: daysAgo(age), from_place_id, to_place_id, items: [row] },
      ] as const
    }
    const items = [{ ...row, price: 10 + draw(30), tax_rate: 15 }]
    const dates = { due_date: today(), ...(amount > 0 ? { bill_date: daysAgo(age) } : { invoice_date: daysAgo(age) }) }
    const body = amount > 0 ? billBody(owner, { items }) : invoiceBody(owner, { items })
    return [amount > 0 ? '/bills' : '/invoices', { ...body, ...dates, place_id: places[place] }] as const
  }

  for (let turn = 0; turn < steps; turn++) {
    const [kind, age, place] = [draw(7), draw(30), draw(5)]
    const lot = lots[draw(lots.length)] as string
    const pieces = draw(4) === 0 ? 12 * (1 + draw(2)) : 1 + draw(9)
    const amount = tracking === 'serial' ? 1 : pieces
    const isKeeper = draw(3) === 0
    const last = acts.at(-1)
    if (kind === 0 && last) {
      const rest = acts.slice(0, -1)
      expect((await owner.remove(last.path)).status, last.path).toBe(isSound(rest) ? 200 : 422)
      if (isSound(rest)) acts = rest
    } else {
      const away = { place: (place + 1 + draw(4)) % 5, age, lot, amount }
      const changes =
        kind < 4
          ? [{ place, age, lot, amount }]
          : kind === 4
            ? [{ place, age, lot, amount: -amount }]
            : [{ place, age, lot, amount: -amount }, away]
      const [folder, body] = send(changes)
      const reply = await (isKeeper ? keeper : owner).post(folder, body)
      const act = { path: `${folder}/${reply.body.data?.id}`, changes }
      const isKept = !isKeeper || changes.every((change) => keptPlaces.includes(change.place))
      const isTaken = isKept && isSound([...acts, act])
      expect(reply.status, JSON.stringify([isKeeper, changes, reply.body])).toBe(isTaken ? 200 : 422)
      if (reply.status === 200) acts.push(act)
    }
    for (const then of [draw(30), 0]) {
      const path = `/inventory/lot-choices?product_id=${product_id}&date=${daysAgo(then)}&place_id=`
      for (const [index, id] of places.entries()) {
        const answer = expectOk(await owner.get(`${path}${id}`)).body.data.lots as {
          number: string
          quantity: number
        }[]
        const held = lots.map((one) => answer.find(({ number }) => number === one)?.quantity ?? 0)
        expect(held).toEqual(lots.map((one) => heldIn(index, one, then, acts)))
      }
    }
  }
  expect(acts.length).toBeGreaterThan(3)
})

test('two people sell the last serial number at once: one has it', async () => {
  const product_id = await trackedProduct(owner, 'serial')
  const row = { product_id, quantity: 1, price: 10, tax_rate: 15, lots: [{ number: 'LAST' }] }
  expectOk(await owner.post('/bills', billBody(owner, { items: [row] })))
  const sale = () => owner.post('/invoices', invoiceBody(owner, { items: [row] }))
  const replies = await Promise.all([sale(), sale(), sale()])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})
