import type { Api } from './demo-api.ts'

const company = {
  name: 'مؤسسة نسيم الخليج للصيانة',
  name_en: 'Naseem Maintenance Est.',
  username: 'naseem-maintenance',
  email: 'info@maintenance.example.sa',
  mobile: '0551230010',
  country_id: 1,
  city_id: 1,
  entity_type: 'establishment',
  currency_id: 1,
  vat_status: 'registered',
  tax_number: '310998877600003',
}
const branch = {
  name: 'الفرع الرئيسي',
  name_en: 'Main branch',
  email: 'branch@maintenance.example.sa',
  mobile: '0551230011',
  city_id: 1,
}
const day_ms = 86_400_000
/** In this year: no other one is open. */
function dayBefore(today: Date, days: number): string {
  const day = new Date(today.getTime() - days * day_ms).toISOString().slice(0, 10)
  const first = `${today.getUTCFullYear()}-01-01`
  return day < first ? first : day
}

/** A second, small organization of the same owner, with work that waits: for the switcher and the desk. */
export async function seedSecondOrganization(api: Api, today: Date): Promise<void> {
  await api.enter('/account/organizations', { name: company.name })
  await api.post('/organization/onboarding/submit', { organization_information: company, branch_information: branch })
  const first = async (path: string) => (await api.list(path))[0]?.id
  const customer = await api.post('/customers', {
    name: 'مجمع الواحة السكني',
    email: 'waha@example.sa',
    type: 'company',
    status: 'active',
  })
  const product = await api.post('/products', {
    code: 'AC-1',
    name: 'صيانة مكيفات',
    name_en: 'Air conditioner maintenance',
    product_type_id: 2,
    status: 'active',
    unit_id: await first('/units/list'),
    product_category_id: await first('/product-categories/list'),
    sale_price: '350',
    purchase_price: '0',
    apply_tax: true,
    unlimited_quantity: true,
  })
  const taxes = await api.list('/taxes/list')
  const common = {
    customer_id: customer.id,
    branch_id: await first('/branches/list'),
    currency_id: 1,
    tax_id: taxes.find(({ rate }) => rate === 15)?.id,
  }
  const write = async (days: number, due: number, quantity: number, status: 'draft' | 'confirmed') => {
    const { number } = await api.get<{ number: string }>('/invoices/next-number')
    await api.post('/invoices', {
      ...common,
      invoice_number: number,
      invoice_date: dayBefore(today, days),
      due_date: dayBefore(today, due),
      status,
      items: [{ product_id: product.id, quantity, price: 350, tax_rate: 15 }],
    })
  }
  await write(24, 10, 6, 'confirmed')
  await write(16, 2, 4, 'confirmed')
  await write(3, 0, 5, 'draft')
  // Back to the first one, which the next sign-in opens.
  await api.signIn()
}
