import { addDays, addMonths, monthStart } from '#ledger/calendar/calendar.ts'
import type { Api } from './demo-api.ts'
import type { Books } from './demo-books.ts'
import type { Masters } from './demo-masters.ts'

/** Other ways to depreciate than by months, and what one of them has done so far. */
const machines = [
  {
    name: ['آلة تغليف', 'Packing machine'],
    price: 42_000,
    class: { name: 'آلات', name_en: 'Machines', method: 'declining', life_months: 96, declining_percent: 25 },
  },
  {
    name: ['برنامج إدارة المستودع', 'Warehouse software'],
    price: 18_000,
    class: { name: 'برامج', name_en: 'Software', method: 'days', life_months: 36 },
  },
  {
    name: ['رافعة شوكية', 'Forklift'],
    price: 64_000,
    class: { name: 'معدات بساعات التشغيل', name_en: 'Equipment by hours', method: 'units', life_units: 12_000 },
    reading: 180,
  },
] as const

/** Bought on one bill and registered from its rows, one of each further method. */
export async function buyMachines(
  api: Api,
  { branches, tax, suppliers, products }: Masters,
  books: Books,
  today: string,
) {
  const [one] = products
  const { unit_id, product_category_id } = await api.get<Record<string, number>>(`/products/${one?.id}`)
  const product = await api.post('/products', {
    code: 'FA-1',
    name: 'أصل ثابت',
    name_en: 'Fixed asset',
    product_type_id: 2,
    unit_id,
    product_category_id,
    unlimited_quantity: true,
    sale_price: 0,
    purchase_price: 0,
    apply_tax: true,
    status: 'active',
    expense_account_id: books.account('120104'),
  })
  const items = machines.map(({ price }) => ({ product_id: product.id, quantity: 1, price, tax_rate: 15 }))
  const bill = await api.post('/bills', {
    bill_number: `FA-${today.slice(0, 7)}`,
    bill_date: today,
    due_date: addDays(today, 30),
    items,
    supplier_id: suppliers[0],
    branch_id: branches[0],
    currency_id: 1,
    tax_id: tax,
  })
  for (const [index, { name, class: kind, ...rest }] of machines.entries()) {
    const { id: asset_class_id } = await api.post('/accounting/asset-classes', {
      ...kind,
      tax_pool: 'machines',
      vat_kind: 'movable',
      status: 'active',
      cost_account_id: books.account('120104'),
      accumulated_account_id: books.account('120203'),
      expense_account_id: books.account('520401'),
      disposal_account_id: books.account('420104'),
    })
    const row = { line_number: index + 1, asset_class_id, name: name[0], name_en: name[1] }
    const made = await api.post(`/bills/${bill.id}/assets`, row)
    const [asset] = made.ids as number[]
    if ('reading' in rest)
      await api.post(`/accounting/assets/${asset}/readings`, { date: today, reading: rest.reading })
  }
}

/** What a year's end asks: the lines of the Zakat base with an adjustment of last year, and what no record foretells of the cash ahead. */
export async function prepareYearEnd(api: Api, today: string): Promise<void> {
  const accounts = (await api.list('/accounting/zakat/lines')) as { id: number; proposed?: unknown }[]
  const lines = accounts.flatMap(({ id, proposed }) => (proposed ? [{ account_id: id, line: proposed }] : []))
  await api.post('/accounting/zakat/lines', { lines })
  await api.post('/accounting/zakat-adjustments', {
    ended_on: `${Number(today.slice(0, 4)) - 1}-12-31`,
    line: 'profit',
    effect: 'raise',
    amount: 2500,
    reason: 'غرامات مرورية لا تُحسم',
  })
  const next = addMonths(monthStart(today), 1)
  const typed = { direction: 'out', repeats: 'month', status: 'active' }
  await api.post('/accounting/forecast-rows', {
    ...typed,
    name: 'رواتب الموظفين',
    kind: 'wages',
    amount: 38_000,
    first_on: addDays(next, 26),
  })
  await api.post('/accounting/forecast-rows', {
    ...typed,
    name: 'قسط قرض السيارة',
    kind: 'loan',
    amount: 4_200,
    first_on: addDays(next, 9),
    until_on: addMonths(next, 18),
  })
}
