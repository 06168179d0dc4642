import type { Api } from './demo-api.ts'
import { correctMonth } from './demo-corrections.ts'
import type { DemoProduct, Masters, OpenBill, OpenInvoice } from './demo-masters.ts'

type Month = {
  year: number
  month: number
  lastDay: number
  isCurrent: boolean
  isPast: boolean
  travel(day: Date): void
}
type Event = { day: number; run(): Promise<void> }

/** One month: suppliers' bills at its beginning, invoices all along, receipts as customers' habits have it. */
export async function tradeAMonth(api: Api, masters: Masters, month: Month): Promise<void> {
  const draw = createDraw(month.year * 100 + month.month)
  const events: Event[] = []
  const dayOf = (day: number) =>
    `${month.year}-${String(month.month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = (day: number, run: () => Promise<void>) => events.push({ day: Math.min(day, month.lastDay), run })
  const trade = { api, masters, draw, dayOf, at, month }
  planBills(trade)
  // Business grew since last year, and rests in summer.
  const invoices = Math.round(
    (20 + draw.whole(6)) *
      (month.isPast ? 0.95 : 1.08) *
      (month.month === 6 || month.month === 7 ? 0.7 : 1) *
      (month.isCurrent ? month.lastDay / 28 : 1),
  )
  for (let count = 0; count < invoices; count++) planInvoice(trade, 1 + draw.whole(month.lastDay))
  planLateReceipts(trade)
  planLatePayments(trade)
  // An event plans later ones: receipts follow their invoices.
  for (let next = takeFirst(events); next; next = takeFirst(events)) {
    month.travel(new Date(Date.UTC(month.year, month.month, next.day, 7, draw.whole(60))))
    await next.run()
  }
  month.travel(new Date(Date.UTC(month.year, month.month, month.lastDay, 9)))
  await correctMonth({ api, masters, date: dayOf(month.lastDay), month: month.month })
}

function takeFirst(events: Event[]): Event | undefined {
  const first = events.reduce((least, event, index) => (event.day < (events[least]?.day ?? 99) ? index : least), 0)
  return events.splice(first, 1)[0]
}

type Trade = {
  api: Api
  masters: Masters
  draw: Draw
  dayOf(day: number): string
  at(day: number, run: () => Promise<void>): void
  month: Month
}

function planBills({ api, masters, draw, dayOf, at, month }: Trade): void {
  const goods = masters.products.filter((product) => product.kind === 'goods')
  for (let supplier = 0; supplier < 5; supplier++) {
    const day = 2 + supplier
    // Goods sold until that day are purchased on that day: nothing is sold before it exists.
    if (day <= month.lastDay) at(day, () => restockFrom(supplier, day))
  }
  for (const [index, product] of masters.products.filter(({ kind }) => kind === 'bought').entries()) {
    const day = Math.min(1 + index, month.lastDay)
    const row = { product_id: product.id, quantity: 1, price: product.purchase_price, tax_rate: 15 }
    // The first of them is paid for a year ahead this month, and spread over its months.
    const isAhead = month.isCurrent && index === 0
    const items = [isAhead ? { ...row, quantity: 12, spread_from: dayOf(1), spread_months: 12 } : row]
    at(day, async () => void (await recordBill(items, masters.suppliers[5 + index] as number, day)))
  }

  async function restockFrom(supplier: number, day: number): Promise<void> {
    const share = goods.filter((product, index) => index % 5 === supplier && product.sold > 0)
    if (share.length === 0) return
    const items = share.map(restock)
    const { id } = await recordBill(items, masters.suppliers[supplier] as number, day)
    const index = items.findIndex(({ quantity }) => quantity > 2)
    const [product, quantity] = [share[index], items[index]?.quantity]
    if (product && quantity) masters.bought.push({ id, line_number: index + 1, product, quantity })
  }
  async function recordBill(items: object[], supplier_id: number, day: number): Promise<{ id: number }> {
    const number = `${supplier_id}-${dayOf(day).slice(2, 7).replace('-', '')}${day}`
    const head = {
      bill_number: number,
      bill_date: dayOf(day),
      due_date: dayOf(28),
      supplier_id,
      branch_id: masters.branches[0],
      currency_id: 1,
      tax_id: masters.tax,
    }
    const bill = await api.post('/bills', { ...head, items })
    const total = bill.total as number
    if (draw.chance(month.isCurrent ? 0.5 : 0.2)) {
      masters.owed.push({ id: bill.id, total, supplier_id })
      return bill
    }
    planPayment({ api, masters, draw, dayOf, at, month }, { id: bill.id, total, supplier_id }, day + 12)
    return bill
  }
}

/** Most unpaid overdue documents are paid in the next month. */
function planLatePayments(trade: Trade): void {
  const { masters, draw } = trade
  for (const bill of masters.owed.splice(0))
    if (draw.chance(0.8)) planPayment(trade, bill, 5 + draw.whole(15))
    else masters.owed.push(bill)
}

function planPayment({ api, masters, dayOf, at, month }: Trade, owed: OpenBill, wanted: number): void {
  const { id: bill, total: amount, supplier_id } = owed
  const day = Math.min(wanted, month.lastDay)
  at(day, async () => {
    const references = [{ reference_id: bill, reference_type: 'bill', amount }]
    const number = await api.list<{ number: string }>('/accounting/expense-payments/next-number')
    const { number: payment_number } = number
    await api.post('/accounting/expense-payments', {
      payment_number,
      proposed_number: payment_number,
      payment_date: dayOf(day),
      supplier_id,
      branch_id: masters.branches[0],
      payment_method_id: masters.methods[1],
      currency_id: 1,
      amount,
      references,
    })
  })
}

/** Goods sold since the last bill are purchased again. */
function restock(product: DemoProduct) {
  const quantity = product.sold
  product.left += quantity
  product.sold = 0
  return { product_id: product.id, quantity, price: product.purchase_price, tax_rate: 15 }
}

function planInvoice(trade: Trade, day: number): void {
  trade.at(day, async () => {
    const { api, masters, draw, dayOf, month } = trade
    const customer_id = draw.one(masters.customers)
    const terms = draw.one([0, 15, 30, 30])
    const date = dayOf(day)
    const status = month.isCurrent && draw.chance(0.2) ? 'draft' : 'confirmed'
    const next = await api.list<{ number: string }>(`/invoices/next-number?date=${date}`)
    const branch_id = draw.chance(0.3) ? masters.branches[1] : masters.branches[0]
    const body = {
      invoice_number: next.number,
      proposed_number: next.number,
      invoice_date: date,
      due_date: plusDays(date, terms),
      customer_id,
      branch_id,
      currency_id: 1,
      tax_id: masters.tax,
      status,
    }
    const rows = items(masters, draw)
    const invoice = await api.post('/invoices', { ...body, items: rows })
    const returnable = rows.findIndex(({ quantity }) => quantity > 2)
    const product = masters.products.find(({ id, kind }) => kind === 'goods' && id === rows[returnable]?.product_id)
    if (status === 'confirmed' && product)
      masters.sold.push({
        id: invoice.id,
        line_number: returnable + 1,
        product,
        quantity: rows[returnable]?.quantity ?? 0,
      })
    if (status === 'confirmed') planReceipts(trade, invoice as Omit<OpenInvoice, 'branch_id'>, day, branch_id as number)
  })
}

/** Most pay within the month, some in two parts, some late, a few not at all. */
function planReceipts(
  { api, masters, draw, dayOf, at, month }: Trade,
  invoice: Omit<OpenInvoice, 'branch_id'>,
  day: number,
  branch_id: number,
): void {
  const habit = draw.whole(100)
  if (habit >= (month.isCurrent ? 45 : 75)) {
    masters.open.push({ ...invoice, branch_id })
    return
  }
  if (habit < 50) masters.settled.add(invoice.id)
  const half = Math.round(invoice.total * 50) / 100
  // A customer who paid half pays the rest with other overdue documents.
  if (habit >= 68) masters.open.push({ ...invoice, branch_id, total: Math.round((invoice.total - half) * 100) / 100 })
  const parts =
    habit < 50 ? [invoice.total] : habit < 68 ? [half, Math.round((invoice.total - half) * 100) / 100] : [half]
  for (const [index, amount] of parts.entries()) {
    const later = Math.min(day + 3 + index * 6 + draw.whole(6), month.lastDay)
    planReceipt({ api, masters, draw, dayOf, at, month }, { ...invoice, branch_id }, amount, later)
  }
}

/** A customer who has not paid last month mostly pays in this one. */
function planLateReceipts(trade: Trade): void {
  const { masters, draw, month } = trade
  const waiting = masters.open.splice(0)
  for (const invoice of waiting) {
    if (draw.chance(0.78)) planReceipt(trade, invoice, invoice.total, 1 + draw.whole(month.lastDay))
    else masters.open.push(invoice)
  }
}

function planReceipt(
  { api, masters, draw, dayOf, at }: Trade,
  invoice: OpenInvoice,
  amount: number,
  later: number,
): void {
  at(later, async () => {
    const next = await api.list<{ number: string }>(`/accounting/income-payments/next-number?date=${dayOf(later)}`)
    const references = [{ reference_id: invoice.id, reference_type: 'invoice', amount }]
    const way = draw.one([1, 1, 2, 0])
    if (way === 0) masters.taken.cash += Math.round(amount * 100)
    if (way === 2) masters.taken.card += Math.round(amount * 100)
    await api.post('/accounting/income-payments', {
      payment_number: next.number,
      proposed_number: next.number,
      payment_date: dayOf(later),
      customer_id: invoice.customer_id,
      branch_id: invoice.branch_id,
      payment_method_id: masters.methods[way],
      currency_id: 1,
      amount,
      references,
    })
  })
}

function items(masters: Masters, draw: Draw) {
  const sold = masters.products.filter(({ kind, left }) => kind === 'service' || (kind === 'goods' && left > 3))
  return Array.from({ length: 2 + draw.whole(4) }, () => {
    const product = draw.one(sold)
    const most = product.sale_price > 1000 ? 2 : product.sale_price > 200 ? 5 : 30
    const quantity =
      product.kind === 'service'
        ? 1 + draw.whole(6)
        : Math.max(1, Math.min(1 + draw.whole(most), Math.floor(product.left / 3)))
    product.left -= quantity
    product.sold += quantity
    return { product_id: product.id, quantity, price: product.sale_price, tax_rate: 15 }
  })
}

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export type Draw = {
  whole(below: number): number
  chance(share: number): boolean
  one<Item>(list: readonly Item[]): Item
}

/** A small generator with a seed (mulberry32), so that everybody's demonstration is the same one. */
function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { whole, chance: (share) => next() < share, one: (list) => list[whole(list.length)] as (typeof list)[number] }
}
