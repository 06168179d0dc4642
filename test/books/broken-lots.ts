import { daysAgo } from '../goods/moving-goods.ts'
import { billBody } from '../harness/bodies.ts'
import { expectOk, invoiceBody, type Organization } from '../harness/organization.ts'
import { trackedProduct } from '../lots/tracked-product.ts'
import { breakOneRow } from './break-one-row.ts'

/** Two batches and two serial numbers, of which some were sold and some went to another place. */
export async function placeLots(owner: Organization): Promise<void> {
  const places = expectOk(await owner.get('/inventory/places/list')).body.data as { id: number }[]
  const [from_place_id, to_place_id] = places.map(({ id }) => id)
  const tracked = {
    batch: [
      { number: 'X1', quantity: 3 },
      { number: 'X2', quantity: 4 },
    ],
    serial: [{ number: 'Y1' }, { number: 'Y2' }],
  }
  for (const [tracking, lots] of Object.entries(tracked)) {
    const product_id = await trackedProduct(owner, tracking as 'batch')
    const quantity = tracking === 'batch' ? 7 : 2
    const bought = {
      bill_number: `BL-${tracking}`,
      bill_date: daysAgo(9),
      due_date: daysAgo(9),
      place_id: from_place_id,
    }
    const bill = billBody(owner, { ...bought, items: [{ product_id, quantity, price: 9, tax_rate: 15, lots }] })
    expectOk(await owner.post('/bills', bill))
    const [one, other] = lots.map(({ number }) => [{ number }])
    const sale = { invoice_date: daysAgo(5), due_date: daysAgo(5), place_id: from_place_id }
    const items = [{ product_id, quantity: 1, price: 60, tax_rate: 15, lots: one }]
    expectOk(await owner.post('/invoices', invoiceBody(owner, { ...sale, items })))
    const moved = {
      transfer_date: daysAgo(3),
      from_place_id,
      to_place_id,
      items: [{ product_id, quantity: 1, lots: other }],
    }
    expectOk(await owner.post('/inventory/transfers', moved))
  }
}

export const lotBreaks = {
  '0067-lots-are-their-moves': [
    breakOneRow('lot_stocks', 'quantity = quantity + 1', 'row.quantity > 0'),
    breakOneRow('lot_stocks', 'last_sequence = last_sequence + 1', 'true'),
    breakOneRow('lot_stocks', 'last_move_date = last_move_date + 1', 'true'),
    breakOneRow('lot_moves', 'quantity_after = quantity_after + 1', 'true'),
    breakOneRow('lot_moves', 'stock_sequence = NULL', 'row.stock_sequence IS NOT NULL'),
    breakOneRow(
      'lot_moves',
      'stock_transfer_id = NULL',
      'row.stock_transfer_id IS NOT NULL AND row.place_id IS NOT NULL',
    ),
    breakOneRow('lot_moves', "move_date = '2024-01-01'", 'row.quantity < 0'),
    breakOneRow('document_lines', 'lots = NULL', 'row.lots IS NOT NULL'),
    "UPDATE products SET tracked_after = 9, tracking = 'serial', tracks_expiry = false WHERE tracking = 'batch'",
  ],
}
