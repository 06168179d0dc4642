import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'
import { balances } from './clearing-balances.ts'
import { confirmedOrder, daysAgo, type GoodsItem, stockedProduct } from './moving-goods.ts'

// Random histories of orders, goods, invoices, notes, voids and past days in two branches against a model that counts pieces and days. After
// each step the order, the notes and both accounts are as the model says; in the end all is undone from the last to the first.

const app = await createTestApp()
const owner = await createOrganization(app)
const histories = Number(process.env.HISTORIES ?? 4)
const steps = 12
const branch = { name: 'فرع ثانٍ', email: 'b@example.sa', mobile: '0501234567', city_id: 1, status: 'active' }
const branches = [owner.ids.branch, await idOf(owner.post('/branches', branch))]

/** The same numbers in every run. */
function drawer(seed: number) {
  let state = seed * 7919 + 13
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

type Step = {
  kind: 'note' | 'return' | 'document' | 'credit'
  path: string
  line: number
  quantity: number
  age: number
  note?: number
  stays?: boolean
}
const sides = {
  sale: {
    orders: 'sales-orders',
    notes: '/delivery-notes',
    document: 'invoice',
    documents: '/invoices',
    role: 'GDNI',
    date: 'invoice_date',
    sign: 1,
  },
  purchase: {
    orders: 'purchase-orders',
    notes: '/goods-receipts',
    document: 'bill',
    documents: '/bills',
    role: 'GRNI',
    date: 'bill_date',
    sign: -1,
  },
} as const

test.each(Array.from({ length: histories }, (_, index) => index + 1))('history %i', async (seed) => {
  const draw = drawer(seed)
  const side = seed % 2 === 0 ? sides.sale : sides.purchase
  const branch_id = branches[draw(2)] as number
  const products = await Promise.all([0, 1].map(() => stockedProduct(owner, 30, `${1 + draw(90)}.${draw(90) + 10}`)))
  const rows = [...products, products[0] as number].map((product_id) => ({
    product_id,
    quantity: 2 + draw(9),
    price: `${5 + draw(60)}.37`,
  }))
  const order = await confirmedOrder(owner, side.orders, rows, { branch_id })
  const ordered = rows.map(({ quantity }) => quantity)
  let made: Step[] = []
  const sum = (of: (step: Step) => number) => made.reduce((all, step) => all + of(step), 0)
  const on = (line: number) => ({
    delivered: sum((one) => (one.line === line && one.kind === 'note' ? one.quantity : 0)),
    returned: sum((one) =>
      one.line === line && (one.kind === 'return' || (one.kind === 'credit' && !one.stays)) ? one.quantity : 0,
    ),
    taken: sum((one) =>
      one.line !== line ? 0 : one.kind === 'document' ? one.quantity : one.kind === 'credit' ? -one.quantity : 0,
    ),
  })
  const taken = (index: number) =>
    sum((one) =>
      one.note !== index
        ? 0
        : one.kind === 'credit'
          ? one.stays
            ? -one.quantity
            : 0
          : one.kind === 'note'
            ? 0
            : one.quantity,
    )
  const itemOf = async (note: Step): Promise<GoodsItem> => expectOk(await owner.get(note.path)).body.data.items[0]
  const add = (
    reply: { status: number; body: { data?: { id: number } } },
    may: boolean,
    step: Omit<Step, 'path'>,
    folder: string,
  ) => {
    expect(reply.status, JSON.stringify([step, reply.body])).toBe(may ? 200 : 422)
    if (reply.status === 200) made.push({ ...step, path: `${folder}/${reply.body.data?.id}` })
  }
  const undo = async (step: Step) => {
    expectOk(await owner.remove(step.path))
    made = made.filter((one) => one !== step)
  }

  for (let turn = 0; turn < steps; turn++) {
    const act = draw(5)
    const notes = made.flatMap((step, index) => (step.kind === 'note' ? [{ step, index }] : []))
    const one = notes[draw(Math.max(notes.length, 1))]
    if (act <= 1 || !one) {
      const line = draw(3)
      const quantity = 1 + draw(6)
      const age = 5 + draw(10)
      const items = [{ order_line_id: order.ids[line], quantity }]
      const reply = await owner.post(side.notes, { note_date: daysAgo(age), branch_id, items })
      add(
        reply,
        on(line).delivered + quantity <= (ordered[line] as number),
        { kind: 'note', line, quantity, age },
        side.notes,
      )
      continue
    }
    const { step, index } = one
    const item = await itemOf(step)
    const left = step.quantity - taken(index)
    const quantity = 1 + draw(4)
    const age = Math.max(0, step.age - draw(4))
    const shared = { line: step.line, quantity, age, note: index }
    if (act === 2) {
      const reply = await owner.post(`${step.path}/return`, {
        note_date: daysAgo(age),
        items: [{ goods_line_id: item.id, quantity }],
      })
      add(reply, quantity <= left, { kind: 'return', ...shared }, side.notes)
    } else if (act === 3) {
      const { ids } = owner
      const body = {
        [`${side.document}_number`]: crypto.randomUUID().slice(0, 14),
        [side.date]: daysAgo(age),
        due_date: today(),
        ...(side === sides.sale
          ? { customer_id: ids.customer, status: 'confirmed' }
          : { supplier_id: ids.supplier, status: 'sent' }),
        branch_id: branches[draw(2)],
        currency_id: ids.currency,
        tax_id: ids.tax,
        items: [
          {
            product_id: item.product_id,
            price: `${5 + draw(60)}.11`,
            tax_rate: 15,
            quantity,
            order_line_id: item.order_line_id,
            goods_line_id: item.id,
            // A bill at another price than its order says why.
            ...(side === sides.purchase && { difference_reason: 'تغيّر سعر المورد' }),
          },
        ],
      }
      add(await owner.post(side.documents, body), quantity <= left, { kind: 'document', ...shared }, side.documents)
    } else {
      // The last thing that was made of it goes first.
      const last = made.at(-1)
      if (last && draw(2)) await undo(last)
      else if (taken(index) > 0) expect((await owner.remove(step.path)).body.code).toBe('goods_note_taken')
    }
    const now = await order.rows()
    expect(now.map((row) => ({ taken: row.taken, delivered: row.delivered, returned: row.returned }))).toEqual(
      ordered
        .map((_, line) => on(line))
        .map((row) => ({ taken: row.taken, delivered: row.delivered, returned: row.returned })),
    )
    const kind = side === sides.sale ? 'delivery_note' : 'goods_receipt'
    for (const day of [daysAgo(draw(16)), today()]) {
      const { account, rows: open } = await balances(app, owner, { role: side.role, kind, day })
      expect(account, day).toEqual(open)
    }
  }
  for (const step of made.toReversed()) await undo(step)
  expect((await order.rows()).map(({ taken: t, delivered, returned }) => [t, delivered, returned])).toEqual(
    ordered.map(() => [0, 0, 0]),
  )
})
