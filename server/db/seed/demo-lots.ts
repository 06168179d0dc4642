import { addDays } from '#ledger/calendar/calendar.ts'
import type { Api } from './demo-api.ts'
import type { Masters } from './demo-masters.ts'

/** A product by batch, of which one batch expires soon, and one by serial number: bought, sold, and one piece given back. */
export async function seedLots(api: Api, masters: Masters, today: string): Promise<void> {
  const { branches, customers, suppliers, tax } = masters
  const [sample] = masters.products.filter(({ kind }) => kind === 'goods')
  const { product_category_id, unit_id } = await api.get<{ product_category_id: number; unit_id: number }>(
    `/products/${sample?.id}`,
  )
  const shared = { product_type_id: 1, product_category_id, unit_id, apply_tax: true, quantity: '0', status: 'active' }
  const product = (change: object) => api.post('/products', { ...shared, ...change })
  const coffee = await product({
    code: 'N-901',
    name: 'قهوة عربية محمصة 500 غرام',
    name_en: 'Roasted Arabic coffee 500 g',
    sale_price: '62',
    purchase_price: '38.5',
    tracking: 'batch',
    tracks_expiry: true,
  })
  const scanner = await product({
    code: 'N-902',
    name: 'قارئ باركود لاسلكي',
    name_en: 'Wireless barcode scanner',
    sale_price: '640',
    purchase_price: '410',
    tracking: 'serial',
  })
  const shape = { branch_id: branches[0], currency_id: 1, tax_id: tax }
  const day = addDays(today, -5)
  const rows = [
    {
      product_id: coffee.id,
      quantity: 110,
      price: 38.5,
      tax_rate: 15,
      lots: [
        { number: 'QH-2417', expires_on: addDays(today, 21), quantity: 50 },
        { number: 'QH-2431', expires_on: addDays(today, 160), quantity: 60 },
      ],
    },
    {
      product_id: scanner.id,
      quantity: 4,
      price: 410,
      tax_rate: 15,
      lots: ['SC90-10411', 'SC90-10412', 'SC90-10413', 'SC90-10414'].map((number) => ({ number })),
    },
  ]
  const bill = { bill_number: 'QH-7781', bill_date: day, due_date: addDays(today, 25), supplier_id: suppliers[1] }
  await api.post('/bills', { ...shape, ...bill, items: rows })
  const sale = async (customer_id: number | undefined, items: object[]) => {
    const date = addDays(today, -3)
    const { number } = await api.get<{ number: string }>(`/invoices/next-number?date=${date}`)
    const dates = { invoice_number: number, invoice_date: date, due_date: addDays(today, 27) }
    return api.post('/invoices', { ...shape, ...dates, customer_id, status: 'confirmed', items })
  }
  const sold = { price: 62, tax_rate: 15, product_id: coffee.id }
  await sale(customers[2], [{ ...sold, quantity: 12 }])
  const serial = { product_id: scanner.id, quantity: 1, price: 640, tax_rate: 15, lots: [{ number: 'SC90-10412' }] }
  const { id } = await sale(customers[3], [{ ...sold, quantity: 24 }, serial])
  const lines = [{ line_number: 2, quantity: 1 }]
  await api.post(`/invoices/${id}/credit-note`, { note_date: addDays(today, -1), reason: 'جهاز لا يعمل', lines })
}
