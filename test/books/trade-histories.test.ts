import { expect, test } from 'vitest'
import { decimal, text } from '#ledger/money.ts'
import { balances, byBranch } from '../goods/clearing-balances.ts'
import { confirmedOrder, daysAgo, type GoodsItem, stockedProduct } from '../goods/moving-goods.ts'
import { createTestApp, type Reply } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Random histories of bills, receipts, landed costs, deliveries, mixed invoices with retention, notes, corrections, releases and voids in two
// branches and on past days, against a model that counts halalas. In the end all is undone from the last to the first.

const app = await createTestApp()
const histories = Number(process.env.HISTORIES ?? 3)
const steps = 26

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed * 9973 + 71
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Kind = 'bill' | 'freight' | 'receipt' | 'delivery' | 'land' | 'invoice' | 'release' | 'note'
/** `age` in days; amounts in halalas. `of`: what it was made of, which is not voided before it. */
type MadeRecord = { kind: Kind; id: number; path: string; age: number; amount: number; of?: MadeRecord; rows: number[] }

const riyals = (units: number) => text(decimal(`${units}e-2`))
const halalas = (value: number | string) => Math.round(Number(value) * 100)
const undoOf = ({ kind, id, path, of }: MadeRecord, owner: Organization): Promise<Reply> =>
  (kind === 'land'
    ? owner.post(`/landed-costs/${id}/void`)
    : kind === 'release'
      ? owner.post(`${of?.path}/retention-releases/${id}/void`, {})
      : owner.remove(path)) as Promise<Reply>

/**
 * The balance of every account by branch and day, and the stock: what must be the same again. Stock that a branch took over from another
 * stays there, so its account and the one between branches are summed over branches.
 */
const stateOf = (owner: Organization) =>
  withSuperuser(app, async (client) => {
    const own = Number(owner.token?.split('.')[0])
    const books = await client.query(
      `SELECT line.account_id, CASE WHEN account.role IN ('INV', 'INTERBR') THEN NULL ELSE line.branch_id END AS branch_id,
         line.entry_date::text AS day, sum(line.debit - line.credit)::text AS net
       FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 GROUP BY 1, 2, 3 HAVING sum(line.debit - line.credit) <> 0 ORDER BY 1, 2, 3`,
      [own],
    )
    const stock = await client.query(
      `SELECT product_id, trim_scale(quantity::numeric)::text AS quantity, trim_scale(value::numeric)::text AS value
       FROM stock_items WHERE organization_id = $1 ORDER BY 1`,
      [own],
    )
    return [books.rows, stock.rows]
  })

async function begin(seed: number) {
  const owner = await createOrganization(app)
  const draw = drawer(seed)
  const second = { name: 'فرع ثانٍ', email: 'b@example.sa', mobile: '0501234567', city_id: 1, status: 'active' }
  const branches = [owner.ids.branch, await idOf(owner.post('/branches', second))]
  const products = [await stockedProduct(owner, 40, '12.50'), await stockedProduct(owner, 40, `${9 + draw(9)}.37`)]
  const rows = products.map((product_id) => ({ product_id, quantity: 15, price: 30 }))
  const sold = await confirmedOrder(owner, 'sales-orders', rows)
  const bought = await confirmedOrder(owner, 'purchase-orders', rows)
  return { owner, draw, branches, products, sold, bought, made: [] as MadeRecord[] }
}
type World = Awaited<ReturnType<typeof begin>>

const some = (world: World, ...kinds: Kind[]): MadeRecord | undefined => {
  const found = world.made.filter(({ kind }) => kinds.includes(kind))
  return found[world.draw(Math.max(found.length, 1))]
}
const branchOf = ({ branches, draw }: World) => branches[draw(2)] as number
const ofPart = (world: World, kind: Kind, part: MadeRecord) =>
  world.made.filter((one) => one.kind === kind && one.of === part).reduce((sum, { amount }) => sum + amount, 0)

/** What was answered with 200 is in the model; what was refused changed nothing, which the checks after the step see. */
function add(world: World, reply: Reply, one: Omit<MadeRecord, 'id' | 'path'>, folder: string, may?: boolean): boolean {
  const said = JSON.stringify([one.kind, reply.status, reply.body])
  if (may === undefined) expect([200, 422], said).toContain(reply.status)
  else expect(reply.status, said).toBe(may ? 200 : 422)
  if (reply.status !== 200) return false
  const { id } = reply.body.data
  world.made.push({ ...one, id, path: `${folder}/${id}` })
  return true
}

async function buyGoods(world: World) {
  const { owner, draw, products } = world
  const age = 3 + draw(20)
  const items = products.map((product_id) => ({ product_id, quantity: 1 + draw(6), price: 5 + draw(30), tax_rate: 15 }))
  const body = { ...billHead(world, age), items }
  add(
    world,
    (await owner.post('/bills', body)) as Reply,
    { kind: 'bill', age, amount: 0, rows: [1, 2] },
    '/bills',
    true,
  )
}

const billHead = (world: World, age: number) => ({
  bill_number: crypto.randomUUID().slice(0, 14),
  bill_date: daysAgo(age),
  due_date: today(),
  supplier_id: world.owner.ids.supplier,
  branch_id: branchOf(world),
  currency_id: world.owner.ids.currency,
  tax_id: world.owner.ids.tax,
  status: 'sent',
})

async function billFreight(world: World) {
  const { owner, draw } = world
  const age = 2 + draw(20)
  const price = `${20 + draw(400)}.${10 + draw(90)}`
  const items = [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }]
  const reply = (await owner.post('/bills', { ...billHead(world, age), items })) as Reply
  add(world, reply, { kind: 'freight', age, amount: halalas(price), rows: [1] }, '/bills', true)
}

async function move(world: World, kind: 'receipt' | 'delivery') {
  const { owner, draw, sold, bought } = world
  const [order, folder] = kind === 'receipt' ? [bought, '/goods-receipts'] : [sold, '/delivery-notes']
  const age = 2 + draw(20)
  const items = [{ order_line_id: order.ids[draw(2)], quantity: 1 + draw(5) }]
  const body = { note_date: daysAgo(age), branch_id: branchOf(world), items }
  add(world, (await owner.post(folder, body)) as Reply, { kind, age, amount: 0, rows: [1] }, folder)
}

/** A cost by value, quantity or weight over rows of bills and receipts: all that is left of it, a part, or too much. */
async function land(world: World) {
  const { owner, draw, made } = world
  const freight = some(world, 'freight')
  const bearers = made
    .filter(({ kind }) => kind === 'bill' || kind === 'receipt')
    .flatMap((one) => one.rows.map((line_number) => ({ one, line_number })))
    .filter(() => draw(3) > 0)
  if (!freight || bearers.length === 0) return
  const left = freight.amount - ofPart(world, 'land', freight)
  const basis = (['value', 'quantity', 'weight'] as const)[draw(3)] as string
  const weights = bearers.map(() => 1 + draw(9))
  const wanted = draw(3) === 0 ? left : 1 + draw(freight.amount + 500)
  const age = draw(14)
  const early = Math.min(freight.age, ...bearers.map(({ one }) => one.age))
  const reply = (await owner.post(`${freight.path}/landed-costs`, {
    line_number: 1,
    date: daysAgo(age),
    basis,
    ...(wanted !== left && { amount: riyals(wanted) }),
    goods: bearers.map(({ one, line_number }, index) => ({
      [one.kind === 'bill' ? 'bill_id' : 'goods_receipt_id']: one.id,
      line_number,
      ...(basis === 'weight' && { weight: weights[index] }),
    })),
  })) as Reply
  const may = left > 0 && wanted <= left && age <= early
  expect(reply.status, JSON.stringify([wanted, left, age, early, reply.body])).toBe(may ? 200 : 422)
  if (!may) return
  const known = new Set(made.map(({ kind, id }) => `${kind} ${id}`))
  const landed = reply.body.data.landed.find(({ id }: { id: number }) => !known.has(`land ${id}`))
  const shares = landed.goods.map(({ amount }: { amount: number }) => halalas(amount))
  expect(shares.reduce((sum: number, one: number) => sum + one, 0)).toBe(wanted)
  if (basis === 'weight') {
    const whole = weights.reduce((sum, one) => sum + one, 0)
    for (const [index, share] of shares.entries())
      expect(Math.abs(share - (wanted * (weights[index] as number)) / whole)).toBeLessThan(1)
  }
  made.push({ kind: 'land', id: landed.id, path: '', age, amount: wanted, of: freight, rows: [] })
}

/** Services, goods that the invoice moves, rows of an order, and rows that a delivery moved, with what the customer keeps. */
async function invoice(world: World, corrected?: MadeRecord) {
  const { owner, draw, products, sold } = world
  const age = corrected?.age ?? draw(12)
  const row = (product_id: number, change: object = {}) => ({
    product_id,
    quantity: 1 + draw(3),
    price: 10 + draw(90),
    tax_rate: 15,
    ...change,
  })
  const delivery = some(world, 'delivery')
  const moved: GoodsItem | undefined = delivery && expectOk(await owner.get(delivery.path)).body.data.items[0]
  const items = [
    row(owner.ids.service),
    ...(draw(2) ? [row(products[draw(2)] as number)] : []),
    ...(draw(2) ? [row(products[1] as number, { order_line_id: sold.ids[1] })] : []),
    ...(moved && draw(2)
      ? [row(moved.product_id, { order_line_id: moved.order_line_id, goods_line_id: moved.id, quantity: 1 })]
      : []),
  ]
  const percent = draw(3) ? 1 + draw(20) : 0
  const basis = draw(2) ? 'net' : 'gross'
  const net = items.reduce((sum, one) => sum + one.quantity * one.price, 0)
  const terms = percent ? { retention_percent: percent, retention_basis: basis } : { retention_percent: '' }
  const day = { invoice_date: daysAgo(age), due_date: today(), branch_id: branchOf(world) }
  const amount = Math.round((net * (basis === 'net' ? 100 : 115) * percent) / 100)
  const whole = invoiceBody(owner, { ...day, ...terms, items })
  if (!corrected) {
    const reply = (await owner.post('/invoices', whole)) as Reply
    return void add(world, reply, { kind: 'invoice', age, amount, rows: [1] }, '/invoices')
  }
  const { invoice_number } = expectOk(await owner.get(corrected.path)).body.data
  const reply = await owner.post(corrected.path, { ...whole, invoice_number })
  expect([200, 422], JSON.stringify(reply.body)).toContain(reply.status)
  if (world.made.some(({ of }) => of === corrected)) expect(reply.status).toBe(422)
  if (reply.status !== 200) return
  corrected.amount = amount
  // It may have taken a delivery that is later than itself.
  world.made = [...world.made.filter((one) => one !== corrected), corrected]
}

async function release(world: World) {
  const { owner, draw } = world
  const held = some(world, 'invoice')
  if (!held) return
  const left = held.amount - ofPart(world, 'release', held)
  const amount = 1 + draw(left + 300)
  const age = draw(held.age + 1)
  const path = `${held.path}/retention-releases`
  const reply = await owner.post(path, { date: daysAgo(age), amount: riyals(amount) })
  expect(reply.status, JSON.stringify([amount, left, reply.body])).toBe(amount <= left ? 200 : 422)
  if (reply.status !== 200) return
  const moves: { id: number }[] = expectOk(await owner.get(held.path)).body.data.retention_moves
  const id = Math.max(...moves.map((one) => one.id))
  world.made.push({ kind: 'release', id, path: '', age, amount, of: held, rows: [] })
}

async function note(world: World) {
  const { owner, draw } = world
  const of = some(world, 'invoice')
  if (!of) return
  const age = draw(of.age + 1)
  const body = { note_date: daysAgo(age), reason: 'خصم', lines: [{ line_number: 1, amount: 1 + draw(9) }] }
  const reply = (await owner.post(`${of.path}/credit-note`, body)) as Reply
  add(world, reply, { kind: 'note', age, amount: 0, of, rows: [] }, '/credit-notes')
}

/** Any of them, or the last: what something was made of is refused, and stays as it is. */
async function takeBack(world: World) {
  const { owner, draw, made } = world
  const one = draw(2) ? made.at(-1) : made[draw(Math.max(made.length, 1))]
  if (!one) return
  const reply = await undoOf(one, owner)
  expect([200, 422], JSON.stringify([one.kind, reply.body])).toContain(reply.status)
  if (made.some(({ of }) => of === one)) expect(reply.status, one.kind).toBe(422)
  if (reply.status === 200) world.made = made.filter((other) => other !== one)
}

const acts: ((world: World) => Promise<void>)[] = [
  buyGoods,
  billFreight,
  (world) => move(world, 'receipt'),
  (world) => move(world, 'delivery'),
  land,
  land,
  land,
  (world) => invoice(world),
  (world) => invoice(world),
  (world) => invoice(world, some(world, 'invoice')),
  release,
  release,
  note,
  takeBack,
  takeBack,
]

/** The accounts by day and branch: goods as their open rows, freight less what goods bear, and what customers keep as the model counts. */
async function check(world: World, age: number) {
  const { owner, made } = world
  const day = daysAgo(age)
  for (const [role, kind] of [
    ['GDNI', 'delivery_note'],
    ['GRNI', 'goods_receipt'],
  ] as const) {
    const { account, rows } = await balances(app, owner, { role, kind, day })
    expect(account, `${role} ${day}`).toEqual(rows)
  }
  const until = (kind: Kind) =>
    made.filter((one) => one.kind === kind && one.age >= age).reduce((sum, { amount }) => sum + amount, 0)
  const sumOf = async (role: string) =>
    (await byBranch(app, owner, role, day)).reduce((sum, { value }) => sum + halalas(value), 0)
  expect(await sumOf('EXP_DEFAULT'), `freight ${day}`).toBe(until('freight') - until('land'))
  expect(await sumOf('RETENTION_REC'), `retention ${day}`).toBe(until('invoice') - until('release'))
}

test.each(Array.from({ length: histories }, (_, index) => index + 1))('history %i', async (seed) => {
  const world = await begin(seed)
  const { owner, draw } = world
  const { get } = callsOf(owner)
  const before = await stateOf(owner)
  for (let step = 0; step < steps; step++) {
    await acts[draw(acts.length)]?.(world)
    await check(world, draw(24))
    await check(world, 0)
  }
  for (const freight of world.made.filter(({ kind }) => kind === 'freight')) {
    // A row of which nothing is left is not offered.
    const { rows } = await get(`${freight.path}/landed-costs`)
    expect(halalas(rows[0]?.left ?? 0)).toBe(freight.amount - ofPart(world, 'land', freight))
  }
  for (const one of world.made.toReversed()) {
    const reply = await undoOf(one, owner)
    expect(reply.status, JSON.stringify([one.kind, reply.body])).toBe(200)
  }
  expect(await stateOf(owner)).toEqual(before)
})
