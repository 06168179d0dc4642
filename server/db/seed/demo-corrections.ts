import type { Api } from './demo-api.ts'
import type { Masters, TradedRow } from './demo-masters.ts'

type Closing = { api: Api; masters: Masters; date: string; month: number }

/** When a month's trade is over: a customer brings something back, a supplier takes something back, the shelves are counted. */
export async function correctMonth({ api, masters, date, month }: Closing): Promise<void> {
  const { sold, bought } = masters
  // A note on an unpaid invoice reduces its open amount. A note on a paid invoice leaves the customer a credit.
  const unpaid = sold.find(({ id }) => masters.open.some((invoice) => invoice.id === id))
  const paid = month % 3 === 1 ? sold.find(({ id }) => masters.settled.has(id)) : undefined
  for (const [row, reason] of [
    [unpaid, 'بضاعة مرتجعة لم تُستعمل'],
    [paid, 'صنف معيب أعاده العميل'],
  ] as const) {
    if (!row) continue
    const note = await giveBack(api, '/invoices', 'credit-note', { row, reason, date })
    const invoice = masters.open.find(({ id }) => id === row.id)
    if (invoice) invoice.total = round(invoice.total - (note.total as number))
    row.product.left += 1
    row.product.sold -= 1
  }
  const owed = masters.owed.find(({ id }) => bought.some((row) => row.id === id))
  const back = owed && bought.find(({ id }) => id === owed.id)
  if (owed && back) {
    const note = await giveBack(api, '/bills', 'supplier-credit', { row: back, reason: 'صنف تالف عند الاستلام', date })
    owed.total = round(owed.total - (note.total as number))
    back.product.left -= 1
    back.product.sold += 1
  }
  if (month % 3 === 2) await countShelves(api, masters, date)
  sold.splice(0)
  bought.splice(0)
  masters.settled.clear()
}

type Returned = { row: TradedRow; reason: string; date: string }
const giveBack = (api: Api, path: string, action: string, { row, reason, date }: Returned) =>
  api.post(`${path}/${row.id}/${action}`, {
    note_date: date,
    reason,
    lines: [{ line_number: row.line_number, quantity: 1 }],
  })

/** All is there but one piece of what is small and goes astray. */
async function countShelves(api: Api, masters: Masters, date: string): Promise<void> {
  const goods = masters.products.filter(({ kind, left }) => kind === 'goods' && left > 1)
  const astray = goods.reduce((least, product) => (product.sale_price < least.sale_price ? product : least))
  astray.left -= 1
  astray.sold += 1
  await api.post('/inventory/counts', {
    count_date: date,
    branch_id: masters.branches[0],
    notes: 'جرد ربع سنوي',
    lines: goods.map(({ id, left }) => ({ product_id: id, counted: left })),
  })
}

const round = (amount: number) => Math.round(amount * 100) / 100
