import { addDays } from '#ledger/calendar/calendar.ts'
import type { Api } from './demo-api.ts'
import type { DemoProduct, Masters } from './demo-masters.ts'

/** Goods in two places: what was brought to the showroom, and what is on its way there, of which a part has come. */
export async function seedPlaces(api: Api, { branches, products }: Masters, today: string): Promise<void> {
  const place = (name: string, name_en: string) =>
    api.post('/inventory/places', { name, name_en, branch_id: branches[0], status: 'active' })
  const { id: from_place_id } = await place('المستودع الرئيسي', 'Main warehouse')
  const { id: to_place_id } = await place('معرض العليا', 'Olaya showroom')
  const goods = products.filter(({ kind, left }) => kind === 'goods' && left >= 20).slice(0, 4)
  const rows = (of: readonly DemoProduct[], quantity: number) =>
    of.map(({ id: product_id }) => ({ product_id, quantity }))
  const move = (age: number, change: object) =>
    api.post('/inventory/transfers', { transfer_date: addDays(today, -age), from_place_id, to_place_id, ...change })
  await move(6, { items: rows(goods.slice(0, 2), 5), notes: 'عرض الموسم' })
  const { id } = await move(2, { items: rows(goods.slice(1), 4), in_transit: true, notes: 'سيارة التوزيع' })
  await api.post(`/inventory/transfers/${id}/receive`, {
    transfer_date: addDays(today, -1),
    items: rows(goods.slice(1, 2), 4),
  })
}
