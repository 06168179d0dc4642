import { confirmedOrder, daysAgo, stockedProduct } from '../goods/moving-goods.ts'
import { expectOk, idOf, invoiceBody, type Organization } from '../harness/organization.ts'
import { breakOneRow } from './break-one-row.ts'

/** Goods of both kinds: delivered and invoiced in part, returned in part, received and billed in part. */
export async function moveGoods(owner: Organization): Promise<void> {
  const product_id = await stockedProduct(owner, 10, '33.33')
  const moves = [
    { kind: 'sales-orders', path: '/delivery-notes', document: 'invoice' },
    { kind: 'purchase-orders', path: '/goods-receipts', document: 'bill' },
  ] as const
  for (const { kind, path, document } of moves) {
    const order = await confirmedOrder(owner, kind, [{ product_id, quantity: 9, price: 60 }])
    const [order_line_id] = order.ids
    const move = async (quantity: number) =>
      expectOk(await owner.post(path, { note_date: daysAgo(9), items: [{ order_line_id, quantity }] })).body.data
    const note = await move(3)
    const { id } = expectOk(await owner.post(`${path}/${note.id}/${document}`, {})).body.data
    expectOk(await owner.post(`/${document}s/${id}/confirm`, {}))
    const returned = await move(4)
    const items = [{ goods_line_id: returned.items[0].id, quantity: 1 }]
    expectOk(await owner.post(`${path}/${returned.id}/return`, { note_date: daysAgo(5), items }))
  }
}

/** A carton of twelve on an order, its delivery, its invoice and a transfer. */
async function moveCartons(owner: Organization): Promise<void> {
  const product_id = await stockedProduct(owner, 60, '5')
  const unit_id = await idOf(owner.post('/units', { code: 'CTN', name: 'كرتون', status: 'active' }))
  const unit = { product_id, unit_id, content: '12', barcodes: ['CARTON-12'], status: 'active' }
  const product_unit_id = await idOf(owner.post('/product-units', unit))
  const row = { product_id, product_unit_id, quantity: 2, price: 100 }
  const order = await confirmedOrder(owner, 'sales-orders', [row])
  const [order_line_id] = order.ids
  const moved = { note_date: daysAgo(9), items: [{ order_line_id, quantity: 1, product_unit_id }] }
  expectOk(await owner.post('/delivery-notes', moved))
  const sale = { items: [{ ...row, tax_rate: 15 }], invoice_date: daysAgo(4), due_date: daysAgo(4) }
  expectOk(await owner.post('/invoices', invoiceBody(owner, sale)))
  const places = expectOk(await owner.get('/inventory/places/list')).body.data as { id: number }[]
  const [from_place_id, to_place_id] = places.map(({ id }) => id)
  const items = [{ product_id, product_unit_id, quantity: 1 }]
  expectOk(await owner.post('/inventory/transfers', { transfer_date: daysAgo(3), from_place_id, to_place_id, items }))
}

const onRole = (role: string) =>
  `EXISTS (SELECT FROM accounts WHERE accounts.organization_id = row.organization_id AND accounts.id = row.account_id AND accounts.role = '${role}')`

/** A product in three places, of which a transfer was taken back. */
export async function placeGoods(owner: Organization): Promise<void> {
  const product_id = await stockedProduct(owner, 9, '10')
  const place = async (name: string) =>
    expectOk(await owner.post('/inventory/places', { name, branch_id: owner.ids.branch, status: 'active' })).body.data
      .id
  const [main, shop, van] = [await place('رئيسي'), await place('معرض'), await place('سيارة')]
  const move = async (from_place_id: number, to_place_id: number, quantity: number) => {
    const body = { transfer_date: daysAgo(9), from_place_id, to_place_id, items: [{ product_id, quantity }] }
    return expectOk(await owner.post('/inventory/transfers', body)).body.data.id as number
  }
  await move(main, shop, 6)
  expectOk(await owner.remove(`/inventory/transfers/${await move(shop, van, 2)}`))
  const lines = [{ product_id, counted: 7 }]
  const count = { count_date: daysAgo(5), branch_id: owner.ids.branch, place_id: shop, lines }
  expectOk(await owner.post('/inventory/counts', count))
  const way = { transfer_date: daysAgo(4), from_place_id: main, to_place_id: shop, in_transit: true }
  const sent = expectOk(await owner.post('/inventory/transfers', { ...way, items: [{ product_id, quantity: 2 }] })).body
    .data.id
  const part = { transfer_date: daysAgo(3), items: [{ product_id, quantity: 1 }] }
  expectOk(await owner.post(`/inventory/transfers/${sent}/receive`, part))
  const items = [{ product_id, quantity: 1, price: 60, tax_rate: 15 }]
  const sale = { invoice_date: daysAgo(4), due_date: daysAgo(4), place_id: shop, items }
  expectOk(await owner.post('/invoices', invoiceBody(owner, sale)))
  await moveCartons(owner)
}

/** Ways to break orders and what waits for its document, one for each part of their invariants. */
export const goodsBreaks = {
  '0055-order-rows-are-their-links': [
    breakOneRow('order_lines', 'taken = taken - 1', 'row.taken > 1'),
    breakOneRow('order_lines', 'delivered = delivered - 1', 'row.delivered > 1'),
    breakOneRow('order_lines', 'returned = 0', 'row.returned > 0'),
    breakOneRow('order_links', 'quantity = quantity + 1', 'row.document_id IS NOT NULL'),
    breakOneRow('order_links', 'delivered = delivered + 1', 'row.goods_note_id IS NOT NULL'),
    breakOneRow('order_lines', 'source_line_id = NULL', 'row.source_line_id IS NOT NULL'),
    "UPDATE documents SET state = 'draft' WHERE id = (SELECT document_id FROM order_links WHERE quantity < 0 LIMIT 1)",
  ],
  '0062-places-are-their-moves': [
    breakOneRow('place_stocks', 'quantity = quantity + 1', 'row.quantity > 0'),
    breakOneRow('place_stocks', 'last_sequence = last_sequence + 1', 'true'),
    breakOneRow('place_stocks', 'last_move_date = last_move_date + 1', 'true'),
    breakOneRow('place_moves', 'quantity_after = quantity_after + 1', 'true'),
    breakOneRow('stock_transfer_lines', 'quantity = quantity + 1', 'true'),
    "UPDATE stock_transfers SET state = 'void' WHERE state = 'posted'",
    breakOneRow('place_moves', "move_date = '2024-01-01'", 'row.quantity > 0'),
    breakOneRow('places', 'is_main = false', 'row.is_main'),
    breakOneRow('stock_counts', 'place_id = NULL', 'row.place_id IS NOT NULL'),
    breakOneRow('documents', 'place_id = NULL', 'row.place_id IN (SELECT id FROM places WHERE NOT is_main)'),
    "UPDATE stock_transfers SET state = 'posted' WHERE state = 'sent'",
  ],
  '0065-quantities-are-those-of-their-units': [
    ...['document_lines', 'order_lines', 'goods_note_lines', 'stock_transfer_lines'].map((table) =>
      breakOneRow(table, 'unit_quantity = unit_quantity + 1', 'row.product_unit_id IS NOT NULL'),
    ),
    breakOneRow('document_lines', 'unit_content = 10', 'row.product_unit_id IS NOT NULL'),
    'DELETE FROM product_barcodes WHERE product_unit_id IS NOT NULL',
  ],
  '0061-goods-are-their-clearing-accounts': [
    breakOneRow('journal_lines', 'debit = debit + 1', onRole('GDNI')),
    breakOneRow('journal_lines', 'credit = credit + 1', onRole('GRNI')),
    breakOneRow('goods_note_lines', 'value = value + 1', 'row.returned_line_id IS NULL'),
    breakOneRow('goods_note_lines', 'settled_value = settled_value - 1', 'row.settled_value > 1'),
    breakOneRow('goods_note_lines', 'cleared_on = cleared_on - 1', 'row.cleared_on IS NOT NULL'),
    breakOneRow('goods_note_lines', 'taken = taken + 1', 'row.taken < row.quantity'),
    breakOneRow('goods_clearings', 'day = day - 1', 'row.document_id IS NOT NULL'),
    breakOneRow('goods_links', 'quantity = quantity + 1', 'row.goods_note_id IS NOT NULL'),
    `UPDATE documents SET state = 'draft' WHERE id IN (SELECT document_id FROM goods_clearings)`,
  ],
}
