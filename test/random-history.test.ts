import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type Reply, type TestApp } from './harness/api.ts'
import { billBody, bodies, journalBody } from './harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from './harness/organization.ts'

import { checkStatements } from './harness/statements.ts'

// A random year of business, some of it at once: whatever order things happen in, every answer is a yes or a refusal,
// and the invariants hold afterwards (the harness asks them after the file). A failing seed is printed to be kept.

const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 1_000_000)
const steps = Number(process.env.HISTORY_STEPS ?? 60)
let app: TestApp
let owner: Organization
const goods: number[] = []
const known = {
  invoices: [] as number[],
  bills: [] as number[],
  income: [] as number[],
  expense: [] as number[],
  journal: [] as number[],
}
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  expectOk(await owner.post('/currencies/3/rate', { rate: '4.1234' }))
  expectOk(await owner.post('/currencies/9/rate', { rate: '12.21' }))
  for (const [quantity, purchase_price] of [
    ['20', '12.345'],
    ['7', '0.333'],
    ['500', '1'],
    ['0', '0'],
  ]) {
    goods.push(
      expectOk(await owner.post('/products', { ...(await bodies.products(owner)), quantity, purchase_price })).body.data
        .id,
    )
  }
})

function createDraw(from: number) {
  let state = from >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { whole, one: <Item>(list: readonly Item[]) => list[whole(list.length)] as Item }
}
const draw = createDraw(seed)
const day = () => {
  const last = new Date(`${today()}T00:00:00Z`)
  const first = Date.UTC(last.getUTCFullYear(), 0, 1)
  return new Date(first + draw.whole(Math.floor((last.getTime() - first) / 86_400_000) + 1) * 86_400_000)
    .toISOString()
    .slice(0, 10)
}
const price = () => draw.one(['0', '0.10', '1.90', '6.70', '33.30', '99.999', '0.335', '1234.56'])
const quantity = () => draw.one(['1', '2', '3', '0.335', '7.5', '12'])
const items = () =>
  Array.from({ length: 1 + draw.whole(3) }, () => ({
    product_id: draw.one([...goods, owner.ids.service]),
    quantity: quantity(),
    price: price(),
    tax_rate: 15,
  }))
const document = () => {
  const date = day()
  return { date, shared: { due_date: date, currency_id: draw.one([1, 1, 1, 3, 9]), items: items() } }
}

type Ask = () => Promise<Reply>
const record = (list: number[], ask: Promise<Reply>) =>
  ask.then((reply) => {
    if (reply.status === 200) list.push(reply.body.data.id)
    return reply
  })
const operations: [weight: number, ask: Ask][] = [
  [
    22,
    () => {
      const { date, shared } = document()
      return record(
        known.invoices,
        owner.post(
          '/invoices',
          invoiceBody(owner, { ...shared, invoice_date: date, ...(draw.whole(6) === 0 && { status: 'draft' }) }),
        ),
      )
    },
  ],
  [
    16,
    () => {
      const { date, shared } = document()
      return record(known.bills, owner.post('/bills', billBody(owner, { ...shared, bill_date: date })))
    },
  ],
  [22, () => pay('invoices', 'income')],
  [12, () => pay('bills', 'expense')],
  [
    8,
    () => {
      const { date, shared } = document()
      return owner.post(
        `/invoices/${draw.one(known.invoices) ?? 1}`,
        invoiceBody(owner, { ...shared, invoice_date: date }),
      )
    },
  ],
  [
    4,
    () => {
      const { date, shared } = document()
      return owner.post(`/bills/${draw.one(known.bills) ?? 1}`, billBody(owner, { ...shared, bill_date: date }))
    },
  ],
  [6, () => owner.remove(`/${draw.one(['invoices', 'bills'])}/${draw.one([...known.invoices, ...known.bills, 1])}`)],
  [
    6,
    () =>
      owner.remove(
        `/accounting/${draw.whole(2) ? `income-payments/${draw.one([...known.income, 1])}` : `expense-payments/${draw.one([...known.expense, 1])}`}`,
      ),
  ],
  [
    4,
    async () =>
      record(
        known.journal,
        owner.post('/accounting/journal-entries', { ...(await journalBody(owner)), journal_date: day() }),
      ),
  ],
  [2, () => owner.remove(`/accounting/journal-entries/${draw.one([...known.journal, 1])}`)],
  [
    3,
    async () =>
      owner.post(`/products/${draw.one(goods)}`, {
        ...(await bodies.products(owner)),
        quantity: quantity(),
        purchase_price: price(),
      }),
  ],
]

async function pay(kind: 'invoices' | 'bills', payment: 'income' | 'expense'): Promise<Reply> {
  const open = (await owner.get(`/${kind}/list`)).body.data as {
    id: number
    remaining_amount: number
    currency_id: number
  }[]
  const chosen = draw.one(open.slice(0, 8))
  const amount = draw.one(['0.10', '1', '17.25', String(chosen?.remaining_amount || 5), '100'])
  const references = chosen ? [{ reference_id: chosen.id, amount: draw.one([amount, '0.10']) }] : []
  const { customer_id, ...body } = paymentBody(owner, {
    payment_date: day(),
    currency_id: chosen?.currency_id ?? 1,
    amount,
    references,
  })
  const party = payment === 'income' ? { customer_id } : { supplier_id: owner.ids.supplier }
  const corrected = known[payment].length > 0 && draw.whole(5) === 0 ? `/${draw.one(known[payment])}` : ''
  return record(
    corrected ? [] : known[payment],
    owner.post(`/accounting/${payment}-payments${corrected}`, { ...body, ...party }),
  )
}

const total = operations.reduce((sum, [weight]) => sum + weight, 0)
function drawOperation(): Ask {
  let left = draw.whole(total)
  for (const [weight, ask] of operations) {
    left -= weight
    if (left < 0) return ask
  }
  throw new Error('the weights do not add up')
}

test(`a random history (HISTORY_SEED=${seed}) is answered and balances`, async () => {
  const counts = new Map<number, number>()
  for (let step = 0; step < steps; step++) {
    const replies = await Promise.all(Array.from({ length: 1 + draw.whole(4) }, () => drawOperation()()))
    for (const { status, body } of replies) {
      expect([200, 404, 409, 422], `seed ${seed}: ${JSON.stringify(body)}`).toContain(status)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  expect(counts.get(200)).toBeGreaterThan(40)
  const { data } = (await owner.get('/reports/trial-balance')).body
  expect(data.difference).toBe(0)
  await checkStatements(owner, Number(today().slice(0, 4)), draw.whole)
}, 300_000)
